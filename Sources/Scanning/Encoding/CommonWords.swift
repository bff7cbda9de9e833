/// Frequent words of statements, each of which can identify a code page alone.
///
/// In small letters: Cyrillic words of Ukraine, Russia, Bulgaria and their neighbours, and accented
/// Latin words of Western and Central Europe.
/// - Source: the headings, keywords and brands of `rules/`, and plain words of bank business.
internal enum CommonWords {
    /// Cost of a listed word in bits: the list has about a thousand, used with unequal frequency.
    static let bits = 11.0

    /// Whether these code points, in small letters, are a listed word.
    static func contains(_ hash: UInt64) -> Bool { hashes.contains(hash) }

    /// Extends the hash of a word by a code point.
    static func hash(_ before: UInt64, _ point: UInt16) -> UInt64 {
        (before ^ UInt64(point)) &* 0x100_0000_01B3
    }

    static let emptyHash: UInt64 = 0xCBF2_9CE4_8422_2325

    private static let hashes: Set<UInt64> = {
        var result: Set<UInt64> = []
        for word in (cyrillic + " " + latin).split(whereSeparator: \.isWhitespace) {
            result.insert(word.utf16.reduce(emptyHash) { hash($0, $1) })
        }
        return result
    }()

    private static let cyrillic = """
        абсолют авангард аванс авантаж аврора авто автобус автобусы автовокзал автолюкс
        автомаркет автотранс авіа авіас агрокомплекс адміністративн адрес аеропорт азбука
        азов азс айболит академі академія аквапарк акціонерне алкотека алло алматы ална алу
        альфа альянс анал андрей андрій аптек аптека аптеки арбуз аренда армтек арома арсен
        арсенал астана атб атп аударым ашан бажаємо база баланс балувана бам банк банка
        банки банкомат банку бар бари барс без белоруснефть белсаюздрук белый бизнес билет
        билети биосфера бира благо благодійний блиск бондаренко бонус борис бориспіль бочка
        броварня брсм брянский будинку будинок будь були бульвар бум бургас бургер бут бэби
        біла біле бір вайн валута валют валюта валюти валюты валюті вам вареничная варна
        ваша везунчик велика веста ветеринар ветклініка взуття видавництво видео вик
        виконано виктория вина вино винотека виписка виплата вита витрата вишня вкладу вкуса
        власний власних внесок вода возврат вок володимир вольт восток вперед время все втб
        вулкан вчасно выплата від відділення відправник відсотки відсотків віка вікна
        вікторія вільні вінницька віно вітамін віхола газ газпром газпромбанк газпромнефть
        газу галя гараж глобус годинники гозбут город городская городской гостиница готель
        готовина готівка готівки готівкою громадський груп група гуп дар дата датум двері
        двор дворик двір дебет дент дентал депозит депозиту деталі детский дитячий дитячі
        для дмс дня дніпро дніпровський доброго додо документ документы дом дома домашній
        доминос домодедово дому донер допомога дорога доставка доходи дохід дпс дім дітей
        дія евроопт еда единый еквайринг еко економ експрес електротранспо елена елікатні
        еліт енерго енергопостачал еоод епіцентр ервіс ерго ерц еўраопт житла жовтень завод
        залишок зао заплата запорука запоріжжя зарахування зарплата зарплати зарядка
        захранване зачисление зброя збір згідно здароўя здоров здорова здоровенькі здоровье
        здоровья здоровя зелена зняття золотая золотий золото золотой зоо зоомагазин зоопарк
        зсу игорь игрушки износ интернет исплата кава кави казахстан казино калина канал
        канцлер канцтовари капитал караван карта карти картка картки картку карту карты
        карітас каса касса категория категорія катюша кафе квартал квартири квартплата
        квитки квиток квіти квіткова кдл кебаб кей кеш кешбек кешбеку кино кит киім київ
        київоблгаз київпастранс київстар київська київський клаб класс клин клуб клініка
        книгарня книги коваленко ковбаси ковбаска колесо коло ком комерци комиссия компания
        компанія комуналка комунальні комісія комісії кондитерская кондитерська конекс
        контрагент концерт кооператив кооперативна копеечка копейка копійка корона косметика
        кофе кофейня кофі кошти коштів крамниця краса красный красок красуня країна кредит
        кредити кредитом кредиту креп кристалл кувалда купівля кухня кіно кінотеатр кіт лаб
        лаборатория лав лавка лайф лев лекарства лелека лента лихва ломбард лотерея лукойл
        лун луцьк львів львівська львівські любви люди люкс лік ліки лінія літера магазин
        магазини магнит майстер максим мама мария маркет март маршруты марія мати мау мвс
        мебель меблі мега мед медея медичні медтехніка медцентр медікал между мережа мережі
        месо метро метрополитен метрополітен мийка микс минск мир мляко мобільного мои мой
        молоко москва московская московский моя моє мрт мрія мтс музей муненерго мясна
        мясной мясо мясокомбінат між міжнародний мій мікс міні мінімаркет міст міста місто
        міський міські надежда надходження назначение нал наличные наличных наредител
        народна народный насущный наталья наталія нау нафта національний наш нерго
        нерухомість нис нлб нова новий номер ніко ніколаб оао обласна обмен обмін
        обслуговування обувки обувь общественный одежда одеса одеська одяг ойл океан
        окомуненерго округ олександр олена олимп ольга оля олімпійський омега омский онлайн
        оод ооо опера операции операция операція операції опис описание оплата опт оптика
        оптових оптіма оренда осбб освіта оскар основание остаток остров отмена отп
        отправитель отримувач охорона паб пазар палац панама панацея папа парасоль парк
        паркування паркінг партнер пат пдв пдр пей пекарня первая переведення перевезення
        перевод переводы переказ перекази перекрёсток перерахування перша петренко петрол
        петроль пива пивна пиво пивоман пицца планета плата платеж платежу платежі
        плательщик платник платёж платіж плащане пловдив плюс победа побутові повернення
        погашення податок подорожі покупка покупки получател получатель поліція помощь
        поповнення пополнение порцелян посад послуг послуги посуду почта пошта поща правда
        правекс прайм прайс прат превод пренос приват приватбанк призначення примітка приход
        про провідна продаж продажу продукт продукти продукты прокат прокредит просто
        проценти процентов проценты пульс пумб пункт пэк південний підприємство підтримка
        піреус після піца радуга рай райффайзен ранок расход рахунками рахунку рахунок рачун
        рго реквізитами реклама ремесло ремонт ренессанс ресторан ресторани ресторант
        рестораны ресторація риба ринок родина родини розваги розрахунковий років ромашка
        роспечать рост ростелеком ротранс руп русский рыба рынок рівне рідні сад садок салдо
        салон салтівський сам санкт санта саратов сатып сбер сбербанк свет светофор своими
        свою своєї свої своїми связь святої світ світло сдэк секонд секунда село семейная
        сенс сервис сервіс сергей сергій сир сирене сити скарбниця скоп служба слуха смарт
        сметка смс сміття солод соль сомасы сообщение соседи софийска софия соціальна союз
        спес списание списання сплата спорт стан стандарт статус столичен столична
        стоматологія стопанска страхова страхование страхування стрижка сума сумма супер
        супермаркет суши суші счет счёт сыр сіль сільпо сім сімейна сіті такса такси таксі
        там тануки тас татьяна тварини твого твоєї театр теглене текстиль телеком телефон
        тенет теп теплові теплокомуненер теремок терминал термінал тернопільелект тест
        тетяна техніка тип тов товари товариство товары товарів ток томский тому точка
        трамвай транс транспорт транспортна трейд три трикотаж тролейбус тролейбусне
        троллейбус трошак трц тур укр україна україни українська укрексімбанк укрпошта
        укртелеком улыбка універсальна університет уплата управління услуг услуги успішно
        утримання уют фабрика фарм фарма фаст фастфуд фельдман феникс фиалка флагман фоліо
        фонд фоп фора франка франківськ фрегат фреш фуд фуршет фітнес халык харків хартія
        харчування хата хаус хенд хит хлеб хляб хліб хостинг хотел хоум храна хреста художні
        хімчистка цба цветы цветя центр централна центральная центральний център цены
        цифровий црб цукерня цум чай час частинами червоного через чио чиста чистий чистый
        читай чудо шар шара шаурма шевченко шина шиномонтаж школа шоп шот штраф штрафи шульц
        шуферсаль ьна эконом экспресс ювелірна ювелірний южный юля юлія ябко яна яндекс
        ярослав ярослава ясна ясокомбінат євро євроопт єдиний ібіс іван івано іванович ігор
        іграшки ігри інститут інтернет інше інші їдальня їжа їжі
        """

    private static let latin = """
        agência alimentación août após arvopäivä attività ausführung automático açúcar año
        begünstigter beløb beløp białystok blå bogført bokföringsdag bokföringsdatum bokfört bokført
        brașov bucurești bäckerei bénéficiaire büro cafetería caffè café cartão cartões categoría
        chèque chèques cinéma città comisión comissão conceição crème crédit crédito częstochowa
        câmbio depósito descripción descrição devolución devolução différé disponível dobití dobândă
        dvořák dátum débit débito décembre dépôt dépôts díj düsseldorf educación electrónica
        electrónico empfänger españa farmácia fizetés fußball férias février fête försäkring
        försäkringskassan fødevare für fűtés garcía gdańsk gebühr gebühren gehälter gemüse geschäft
        gestión getränke gläubiger gonzález größe grønt grüne gyógyszertár győr générale göteborg
        histórico hôpital hôtel iaşi indkøb indtægter información insättning insättningar interés
        intérêt intérêts josé joão jäger jährlich jóváírás kartą kirjauspäivä kjøp konstantní
        kontoführung kortköp košice kraków książka książki księgowania księgowanie kártya kártyás
        käse käteisnosto készpénz készpénzfelvétel köln költség könyvelés könyvelési köp körper
        közlemény køb københavn kündigung lançamento lançamentos libellé librería liquidación
        lähikauppa lékárna línea lópez löhne lön löner løn lønn lønoverførsel maksupäivä malmö
        manutenção marché martínez março między mięso märz määrä måned médecin médico mês móvil
        möbel müller münchen měna měsíční műszaki należność niño numérique numéro nájem nómina
        número nürnberg obchodník obciążenie odchozí odepsáno operación operação opération
        opérations opłata opłaty overføring overførsel panadería pekárna peluquería pensão perché
        período più plată plaćanje plzeň plátce poznań pośrednictwo pošta poštovné prestação privé
        privée protiúčet prämie prélèvement prélèvements príjemca pâtisserie pão päivä pääte
        påfyldning pérez płatności płatność převod připsáno příchozí příjem příjemce qualità račun
        reçu rodríguez rzeszów ränta référence régularisation rück rücklastschrift rückzahlung
        rücküberweisung salário santé schuhgeschäft schäfer serviço serviços señor små smørrebrød
        società société specifický splátka spořitelna správa spółka spłata straße strøm supermarché
        suscripción szczegóły számla számlaszám sánchez são sähkö säästö säästötili süd teléfono
        terhelés théâtre toruń transacción transação transferência téléphone título udført
        università usługi varekjøp variabilní verfügung vergütung vásárlás výběr výplata wpłata
        wpływy wrocław wypłata wypłaty währung własne właściciel zahlungsempfänger zaúčtování zpráva
        zürich złoty złotych zůstatek água átutalás åbo återbetalning återköp échéance école
        électricité élelmiszer éléctricité émis énergie épargne épicerie értéknap értékpapír
        încasare öffentliche összeg österreich överföring øst úhrada úrok úroky účet účtování účtu
        über übertrag überweisung überweisungen ćevapi čerpací česká české čeština částka đurđevac
        łódź śląsk śniadanie środki świadczenie świeży święta šibenik škoda ţară źródło żabka żółć
        """
}
