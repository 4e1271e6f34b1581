/** Words of a language by their place in a sentence. The bench asks for no grammar: no rule may know one. */
export interface Language {
  readonly name: string;
  readonly nouns: readonly string[];
  readonly verbs: readonly string[];
  readonly qualities: readonly string[];
  readonly links: readonly string[];
}

const language = (
  name: string,
  nouns: string,
  verbs: string,
  qualities: string,
  links: string,
): Language => ({
  name,
  nouns: nouns.split(' '),
  verbs: verbs.split(' '),
  qualities: qualities.split(' '),
  links: links.split(' '),
});

export const languages: readonly Language[] = [
  language(
    'English',
    'bass voice chorus guitar snare kick verse intro bridge piano melody rhythm synth mix lyric hook tempo echo hall drum cymbal harmony ending breath string riff groove tone volume silence',
    'sits carries drags lifts hides pushes loses finds drops rises breaks holds needs wants covers opens fades returns surprises stays',
    'warm thin loud quiet bright dark slow tight loose muddy clear gentle harsh honest bold late early wide narrow tired fresh sharp soft strange',
    'the a but and then where it is so very just not too more this that',
  ),
  language(
    'German',
    'Bass Stimme Refrain Gitarre Trommel Strophe Anfang Brücke Klavier Melodie Rhythmus Mischung Text Tempo Hall Becken Harmonie Ende Atem Saite Ton Lautstärke Stille Chor Geige Klang Pause Takt Lied Gefühl',
    'trägt bleibt verliert findet hebt sucht braucht öffnet fällt steigt bricht hält will deckt kommt geht zeigt überrascht klingt drängt',
    'warm dünn laut leise hell dunkel langsam fest lose matschig klar sanft hart ehrlich mutig spät früh breit eng müde frisch scharf weich seltsam',
    'die der aber und dann wo das ist sehr nicht auch nur so es mir mit',
  ),
  language(
    'French',
    'basse voix refrain guitare caisse couplet intro pont piano mélodie rythme mixage texte tempo écho cymbale harmonie fin souffle corde ton volume silence chœur violon son pause mesure chanson émotion',
    'porte reste perd trouve monte cherche demande ouvre tombe grimpe casse tient veut couvre vient part montre surprend sonne pousse',
    'chaude mince forte douce claire sombre lente serrée lâche boueuse nette tendre dure honnête audacieuse tardive précoce large étroite fatiguée fraîche vive molle étrange',
    "la le mais et puis le c'est très pas plus une avec dans qui que je",
  ),
  language(
    'Spanish',
    'bajo voz estribillo guitarra caja verso entrada puente piano melodía ritmo mezcla letra tempo eco platillo armonía final aliento cuerda tono volumen silencio coro violín sonido pausa compás canción emoción',
    'lleva queda pierde encuentra sube busca pide abre cae crece rompe sostiene quiere cubre viene sale muestra sorprende suena empuja',
    'cálido fino fuerte suave claro oscuro lento firme suelto turbio limpio tierno duro honesto atrevido tardío temprano ancho estrecho cansado fresco agudo blando raro',
    'el la pero y luego la es muy no más una con en que lo se',
  ),
  language(
    'Portuguese',
    'baixo voz refrão guitarra caixa verso começo ponte piano melodia ritmo mistura letra tempo eco prato harmonia fim fôlego corda tom volume silêncio coro violino som pausa compasso canção emoção',
    'leva fica perde encontra sobe procura pede abre cai cresce quebra segura quer cobre vem sai mostra surpreende soa empurra',
    'quente fino forte suave claro escuro lento firme solto turvo limpo terno duro honesto ousado tardio cedo largo estreito cansado fresco agudo mole estranho',
    'o a mas e depois onde o é muito não mais uma com em que se',
  ),
  language(
    'Italian',
    'basso voce ritornello chitarra rullante strofa inizio ponte pianoforte melodia ritmo missaggio testo tempo eco piatto armonia finale respiro corda tono volume silenzio coro violino suono pausa battuta canzone emozione',
    'porta resta perde trova sale cerca chiede apre cade cresce rompe tiene vuole copre viene esce mostra sorprende suona spinge',
    'caldo sottile forte dolce chiaro scuro lento stretto largo fangoso pulito tenero duro onesto audace tardi presto ampio angusto stanco fresco acuto morbido strano',
    'il la ma e poi il è molto non più una con in che si anche',
  ),
  language(
    'Dutch',
    'bas stem refrein gitaar trom couplet begin brug piano melodie ritme mix tekst tempo galm bekken harmonie einde adem snaar toon volume stilte koor viool klank pauze maat lied gevoel',
    'draagt blijft verliest vindt tilt zoekt vraagt opent valt stijgt breekt houdt wil dekt komt gaat toont verrast klinkt duwt',
    'warm dun luid zacht helder donker traag strak los modderig schoon teder hard eerlijk gedurfd laat vroeg breed smal moe fris scherp week vreemd',
    'de het maar en dan het is heel niet ook een met in dat er zo',
  ),
  language(
    'Polish',
    'bas głos refren gitara werbel zwrotka wstęp mostek fortepian melodia rytm miks tekst tempo pogłos talerz harmonia koniec oddech struna ton głośność cisza chór skrzypce dźwięk pauza takt piosenka uczucie',
    'niesie zostaje gubi znajduje podnosi szuka prosi otwiera spada rośnie łamie trzyma chce kryje przychodzi wychodzi pokazuje zaskakuje brzmi pcha',
    'ciepły cienki głośny cichy jasny ciemny wolny ciasny luźny mętny czysty czuły twardy szczery odważny późny wczesny szeroki wąski zmęczony świeży ostry miękki dziwny',
    'ten ta ale i potem jest bardzo nie też się i w z na to tak',
  ),
  language(
    'Swedish',
    'bas röst refräng gitarr trumma vers början brygga piano melodi rytm mix text tempo eko cymbal harmoni slut andning sträng ton volym tystnad kör fiol klang paus takt låt känsla',
    'bär stannar tappar hittar lyfter söker ber öppnar faller stiger bryter håller vill täcker kommer går visar överraskar låter trycker',
    'varm tunn hög mjuk ljus mörk långsam tajt lös grumlig ren öm hård ärlig djärv sen tidig bred smal trött frisk skarp vek konstig',
    'den det men och sedan där är mycket inte också en med i på jag så',
  ),
  language(
    'Turkish',
    'bas ses nakarat gitar trampet kıta giriş köprü piyano ezgi ritim karışım söz tempo yankı zil armoni bitiş nefes tel ton şiddet sessizlik koro keman tını durak ölçü şarkı duygu',
    'taşıyor kalıyor kaybediyor buluyor kaldırıyor arıyor istiyor açıyor düşüyor yükseliyor kırıyor tutuyor diliyor örtüyor geliyor gidiyor gösteriyor şaşırtıyor duyuluyor itiyor',
    'sıcak ince yüksek alçak parlak karanlık yavaş sıkı gevşek bulanık temiz nazik sert dürüst cesur geç erken geniş dar yorgun taze keskin yumuşak garip',
    'bu şu ama ve sonra nerede çok bir de da için gibi daha ne bana ve',
  ),
  language(
    'Russian',
    'бас голос припев гитара барабан куплет вступление мост пианино мелодия ритм сведение текст темп эхо тарелка гармония конец дыхание струна тон громкость тишина хор скрипка звук пауза такт песня чувство',
    'несёт остаётся теряет находит поднимает ищет просит открывает падает растёт ломает держит хочет скрывает приходит уходит показывает удивляет звучит толкает',
    'тёплый тонкий громкий тихий яркий тёмный медленный плотный свободный мутный чистый нежный жёсткий честный смелый поздний ранний широкий узкий усталый свежий острый мягкий странный',
    'этот эта но и потом где и в на не очень это как мне с так',
  ),
  language(
    'Ukrainian',
    'бас голос приспів гітара барабан куплет вступ місток фортепіано мелодія ритм зведення текст темп луна тарілка гармонія кінець подих струна тон гучність тиша хор скрипка звук пауза такт пісня почуття',
    'несе лишається губить знаходить піднімає шукає просить відкриває падає росте ламає тримає хоче ховає приходить іде показує дивує звучить штовхає',
    'теплий тонкий гучний тихий яскравий темний повільний щільний вільний каламутний чистий ніжний жорсткий чесний сміливий пізній ранній широкий вузький втомлений свіжий гострий м’який дивний',
    'цей ця але і потім де і в на не дуже це як мені з так',
  ),
  language(
    'Czech',
    'basa hlas refrén kytara buben sloka úvod most klavír melodie rytmus mix text tempo ozvěna činel harmonie konec dech struna tón hlasitost ticho sbor housle zvuk pauza takt píseň pocit',
    'nese zůstává ztrácí nachází zvedá hledá žádá otvírá padá roste láme drží chce kryje přichází odchází ukazuje překvapí zní tlačí',
    'teplý tenký hlasitý tichý jasný temný pomalý pevný volný kalný čistý něžný tvrdý upřímný odvážný pozdní časný široký úzký unavený svěží ostrý měkký zvláštní',
    'ten ta ale a pak je moc ne taky se i v z na to tak',
  ),
  language(
    'Romanian',
    'basul vocea refrenul chitara toba strofa începutul puntea pianul melodia ritmul mixajul textul tempoul ecoul talgerul armonia finalul suflul coarda tonul volumul tăcerea corul vioara sunetul pauza măsura cântecul emoția',
    'duce rămâne pierde găsește urcă caută cere deschide cade crește rupe ține vrea acoperă vine pleacă arată surprinde sună împinge',
    'cald subțire tare încet clar întunecat lent strâns slab tulbure curat tandru dur sincer îndrăzneț târziu devreme larg îngust obosit proaspăt ascuțit moale ciudat',
    'un o dar și apoi iar este foarte nu mai o cu în care se și',
  ),
  language(
    'Hungarian',
    'basszus hang refrén gitár dob versszak bevezető híd zongora dallam ritmus keverés szöveg tempó visszhang cintányér harmónia befejezés lélegzet húr hangnem hangerő csend kórus hegedű hangzás szünet ütem dal érzés',
    'viszi marad veszti találja emeli keresi kéri nyitja esik nő töri tartja akarja fedi jön megy mutatja meglep szól tolja',
    'meleg vékony hangos halk fényes sötét lassú szoros laza zavaros tiszta gyengéd kemény őszinte merész késői korai széles szűk fáradt friss éles puha furcsa',
    'a az de és aztán ahol a az nagyon nem is egy és hogy ez csak',
  ),
  language(
    'Finnish',
    'basso ääni kertosäe kitara rumpu säkeistö alku silta piano melodia rytmi miksaus sanoitus tempo kaiku symbaali harmonia loppu hengitys kieli sävel voimakkuus hiljaisuus kuoro viulu sointi tauko tahti laulu tunne',
    'kantaa pysyy kadottaa löytää nostaa etsii pyytää avaa putoaa kasvaa rikkoo pitää haluaa peittää tulee lähtee näyttää yllättää soi työntää',
    'lämmin ohut kova hiljainen kirkas tumma hidas tiukka löysä samea puhdas hellä jäykkä rehellinen rohkea myöhäinen varhainen leveä kapea väsynyt raikas terävä pehmeä outo',
    'se tämä mutta ja sitten missä on ei se ja niin myös kun tämä hyvin oli',
  ),
  language(
    'Indonesian',
    'bas suara reff gitar drum bait pembuka jembatan piano melodi ritme campuran lirik tempo gema simbal harmoni penutup napas senar nada volume keheningan paduan biola bunyi jeda birama lagu perasaan',
    'membawa tinggal kehilangan menemukan mengangkat mencari meminta membuka jatuh tumbuh memecah menahan ingin menutupi datang pergi menunjukkan mengejutkan terdengar mendorong',
    'hangat tipis keras pelan cerah gelap lambat rapat longgar keruh bersih lembut kasar jujur berani terlambat awal lebar sempit lelah segar tajam empuk aneh',
    'itu ini tetapi dan lalu dimana yang dan ini itu di sangat tidak dengan saya juga',
  ),
  language(
    'Tagalog',
    'bajo boses koro gitara tambol taludtod simula tulay piano himig ritmo halo liriko tempo alingawngaw pompiyang armonya wakas hininga kuwerdas tono lakas katahimikan awit biyolin tunog tigil kumpas kanta damdamin',
    'nagdadala nananatili nawawala nahahanap umaangat naghahanap humihingi bumubukas nahuhulog lumalaki bumabasag humahawak gusto tumatakip dumarating umaalis nagpapakita nakakagulat tumutunog tumutulak',
    'mainit manipis malakas mahina maliwanag madilim mabagal masikip maluwag malabo malinis malambing matigas tapat matapang huli maaga malapad makitid pagod sariwa matalim malambot kakaiba',
    'ang ng pero at saka kung ang ng sa na at ay mga ko yung lang',
  ),
  language(
    'Vietnamese',
    'bè giọng điệp đàn trống khúc mở cầu dương giai nhịp phối lời tốc vang chũm hòa kết hơi dây nốt âm lặng hợp vĩ tiếng nghỉ phách bài cảm',
    'mang ở mất tìm nâng kiếm xin hé rơi lớn vỡ giữ muốn phủ đến đi cho ngạc nghe đẩy',
    'ấm mỏng to nhỏ sáng tối chậm chặt lỏng đục sạch dịu cứng thật bạo muộn sớm rộng hẹp mệt mới sắc mềm lạ',
    'cái một nhưng và rồi đâu là và của có rất không tôi này với thì',
  ),
  language(
    'Greek',
    'μπάσο φωνή ρεφρέν κιθάρα τύμπανο στροφή αρχή γέφυρα πιάνο μελωδία ρυθμός μίξη στίχος τέμπο ηχώ πιατίνι αρμονία τέλος ανάσα χορδή τόνος ένταση σιωπή χορωδία βιολί ήχος παύση μέτρο τραγούδι αίσθημα',
    'κουβαλά μένει χάνει βρίσκει σηκώνει ψάχνει ζητά ανοίγει πέφτει μεγαλώνει σπάει κρατά θέλει σκεπάζει έρχεται φεύγει δείχνει ξαφνιάζει ακούγεται σπρώχνει',
    'ζεστό λεπτό δυνατό σιγανό φωτεινό σκοτεινό αργό σφιχτό χαλαρό θολό καθαρό τρυφερό σκληρό ειλικρινές τολμηρό αργοπορημένο πρώιμο φαρδύ στενό κουρασμένο φρέσκο οξύ μαλακό παράξενο',
    'το η αλλά και μετά όπου και το η είναι πολύ δεν με στο που μου',
  ),
];
