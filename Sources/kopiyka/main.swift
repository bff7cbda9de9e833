import Commands
import Glibc

exit(Program.run(arguments: CommandLine.arguments))
