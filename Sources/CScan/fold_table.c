#include "CScan.h"

const _Alignas(64) uint8_t kscan_fold_table[] = {
#embed "fold_table.bin"
};

_Static_assert(sizeof kscan_fold_table == kscan_fold_table_size, "fold_offsets.h is of another fold_table.bin");
