import { comparableWords } from './text-rules.ts';

/**
 * The small words of many languages, as people write them in everyday text: every sentence needs some. Slang and languages written
 * in Latin letters are languages of their own here. A language that is missing is not suspected for it (see `unknown-text-rules`).
 */
const lists: Readonly<Record<string, string>> = {
  English:
    'the a an and or but so of to in on at for with from by is are was be been has have had do it its this that there i you my me we he she they not no just very too more like when if as all one out up what would could can im dont',
  slang:
    'lol ngl tbh fr kinda gonna wanna gotta lil aint yall bro n u ur da dis dat wey dey na no e get like so too much just cuz tho af imo idk got me my i it the a is and but this that',
  German:
    'der die das den dem des ein eine einen und oder aber auch nicht ist sind war hat ich du er sie es wir mir mich zu in im an am auf aus bei mit von vom für so sehr noch nur wie was wenn als dann da hier man zum zur',
  French:
    "le la les l'on un une des du de d'un et ou mais où que qui ne pas plus est sont c'est j'ai je tu il elle on nous vous me se ce cette dans en sur avec pour par au aux très trop bien tout comme quand si son sa ça y a",
  Spanish:
    'el la los las un una unos de del al a y o pero que no es son está hay se me te lo le mi su yo en con por para sin más muy como cuando si ya todo esto esta este eso porque también',
  Portuguese:
    'o a os as um uma de do da dos das no na nos nas em e ou mas que não é são está tem se me eu ele ela meu minha com por para pra sem mais muito como quando já isso esse essa este foi ao só',
  Italian:
    "il lo la i gli le un una uno di del della dei delle da dal in nel nella a al alla e o ma che non è sono c'è ha si mi ti ci io con per su sul tra più molto come quando se questo questa anche poi solo un'altra",
  Dutch:
    'de het een en of maar dat die dit er is zijn was heb heeft ik je jij hij ze we mij me mijn in op aan van met voor bij uit te om niet geen ook nog wel zo heel erg als dan wat hoe naar door',
  Swedish:
    'och men att det den de en ett är var har jag du vi mig min som i på av för med till från om inte så mycket lite när där här kan skulle bara också in ut sen vid',
  Danish:
    'og men at det den de en et er var har jeg du vi mig min som i på af for med til fra om ikke så meget lidt når der her kan skulle ville bare også ind ud ved hele',
  Norwegian:
    'og men at det den de en et ei er var har jeg eg du vi meg min som i på av for med til fra om ikke ikkje så mye litt når der her kan skulle ville bare også inn ut ved hele',
  Icelandic:
    'og en að það þetta er var ég þú við mig mér í á af fyrir með til frá um ekki svo mjög sem þegar bara líka eru hafa hefur var vera inn út',
  Finnish:
    'hieno hyvä kiva enemmän vähän paljon mikä miten kanssa jälkeen aina kyllä ihan tuntuu kuulostaa biisi kappale sitä sillä siihen ne niitä nämä mutta jäi jää tulee ja on ei oli ovat se ne että mutta tai kun kuin niin myös vain vielä nyt tämä tässä siinä siitä sitä sen minä minun mun joka jossa jos olisi voi voisi saisi sitten hyvin liian tosi aika ihan ole en mä',
  Estonian:
    'ja on ei oli see et aga või kui nii ka ainult veel nüüd seal siis ma mu minu mind ta mis kes väga liiga ole oleks võiks seda selle siin pole küll palju natuke',
  Latvian:
    'un ir bija bet ka kā ar no uz par pie pēc lai jo ja vai es man mani tas tā to šī šis šo ļoti tik tikai vēl jau nav ne kad kur būtu varētu mazliet pat',
  Lithuanian:
    'man patinka gera geras graži gražu daug daugiau šiek tiek viskas visa reikia čia ten tada paskui iš karto ir yra buvo bet kad kaip su iš į ant apie prie po nes jei ar aš man mano tai ta šis ši šią labai tik dar jau nėra ne kai kur būtų galėtų truputį net per taip o',
  Polish:
    'i a ale że w we na z ze do od po przez przy dla o jest są był była było się to ten ta te tego jak co nie tak bardzo tylko jeszcze już mi mnie mój ja bo gdy kiedy aby za pod by trochę też może jednak',
  Czech:
    'a i ale že v ve na z ze do od po pro při o je jsou byl byla bylo se si to ten ta ty jak co ne tak moc jen ještě už mi mě můj já když aby za pod by bych trochu také tu pak není mohla',
  Slovak:
    'a i ale že v vo na z zo do od po pre pri o je sú bol bola bolo sa si to ten tá tie ako čo nie tak veľmi len ešte už mi ma môj ja keď aby za pod by trochu tiež potom moc',
  Slovenian:
    'in a ali pa da v na z s iz do od po za pri o je so bil bila bilo se si to ta te ki kot kaj ne tako zelo samo še že mi me moj jaz ko če bi malo tudi potem ni',
  Croatian:
    'i a ali pa da u na s sa iz do od po za pri o je su bio bila bilo se to ta taj ovo što koji koja kao ne tako jako samo još već mi me moj ja kad ako bi malo mi nije sam',
  Romanian:
    'și si dar sau că ca în in pe la de din cu pentru prin un o al ale lui este e sunt era a am ai are se mi îmi nu mai foarte prea doar cât ce care când dacă ar aș asta acest această',
  Hungarian:
    'a az egy és de hogy ha is nem van volt ez azt ezt csak még már nagyon kicsit túl mint vagy meg el ki be fel le én nekem ami amit aki ahogy mert olyan lehetne itt ott jó',
  Turkish:
    'güzel iyi fazla az hoş gayet oldukça olabilir olsun gelen gelince burada orada üzerine birlikte diye şarkı parça bunu onu hem de çünkü eğer gerçekten gibi ve bir bu şu o da de ama çok gibi için ile daha en ne var yok değil ben bana beni benim sen ki ya hem kadar sonra önce biraz sanki olsa olmuş olan ise mi bence yine her böyle öyle hiç tam',
  Azerbaijani:
    'və bir bu o da də amma çox kimi üçün ilə daha ən nə var yox deyil mən mənə məni mənim ki ya hər sonra əvvəl bir az olan isə belə elə heç tam yaxşı',
  Uzbek:
    'va bir bu shu u ham lekin juda kabi uchun bilan eng nima bor yo‘q emas men menga meni mening ki har keyin oldin biroz edi esa deb bilan kerak yaxshi',
  Indonesian:
    'yang dan di ke dari itu ini dengan untuk pada adalah ada tidak nggak gak bukan saya aku gue kamu nya juga tapi tetapi atau lalu karena kalau bisa akan sudah masih lagi sangat banget terlalu sekali lebih agak hanya saja cuma seperti satu jadi bagian',
  Javanese:
    'lan sing ing iku iki karo kanggo ora aku kowe nanging utawa uga wis isih maneh banget mung kaya saka dadi ana ning yen',
  Tagalog:
    'ang ng sa na at ay mga si ni ko ako mo ka niya kami ito iyon yung yan lang din rin pa po ba hindi wala may pero kasi kung para parang mas sobra medyo sana naman talaga tapos agad ulit',
  Cebuano:
    'ang sa nga ug og mga si ni ko ako nako nimo siya kini kana lang pud pa ba dili wala adunay apan kay kung para murag mas kaayo unta gyud',
  Vietnamese:
    'là và của có không cho với này đó một các những được trong ở thì mà nhưng rất quá hơn tôi mình em anh nghe nên sẽ đã cũng như khi vào ra lại chỉ hay nhất nữa còn',
  Swahili:
    'na ya wa kwa ni za la cha katika hii hiyo huu huo hilo hili lakini sana tu kama mimi yangu wewe yake pia bado mara moja kidogo mno si bila hadi ile yule zaidi peke au',
  Hausa:
    'da a ya ta na ne ce ba wannan wani don amma sosai kuma ina ni shi ita mu ku su yana tana cikin daga kamar sai har',
  Yoruba: 'ati ni ti si o mo mi a n ko je yi naa pe fun ninu lati bi sugbon gan ohun won wa kan awon gbogbo',
  Igbo: 'na nke ndi di ya o m a bu ka ma gi anyi ha ihe otu n mana onye ebe oma nwere',
  Zulu: 'noma umuntu wonke futhi akekho abantu kanye uma isiphi kumele ngale futhi kakhulu kodwa ukuthi uma le lo leli kule ngoba nje yami mina iyona kahle kanye ngempela kancane ngifuna impela yona wonke',
  Xhosa:
    'umntu wonke okanye kunye nokuba akukho namnye ukuba kuba bonke apho abantu oya abe inkolo ukuze le kwaye na lwakhe lakhe kwaye kakhulu kodwa ukuba xa le lo eli kule kuba nje yam mna yona kakuhle kunye ngenene kancinci ndifuna wonke ingoma',
  Somali:
    'iyo waa waxaa ka ku u in ay aan ayaa oo ah la soo uu kuu laakiin aad badan wax mid si kale ma jirto',
  Afrikaans:
    'die en is nie n van in op dit dat wat het ek jy my met vir te om aan so baie net ook maar as ons was sal kan hoe daar',
  Catalan:
    'el la els les un una de del i o però que no és són hi ha es em se en amb per sense més molt com quan si ja tot això aquesta aquest també jo ho a al',
  Basque:
    'eta baina da dira ez du dut zen oso gehiago ere hau hori bat nik niri asko nahi dago izan edo baino gero behar gutxi',
  Esperanto:
    'la kaj sed de en al por kun sen ke kiu kio estas estis mi vi ĝi ne tre pli nur ankaŭ tiu ĉi tio se kiam kiel iom',
  Irish:
    'an na agus ach is tá bhí ní níl sé sí mé tú go ar i le do de ó seo sin a an-mhaith nuair má ag níos',
  Welsh:
    'y yr a ac ond i o yn mae oedd ddim nid fe fi ti ei ar am gan gyda hyn hwn wedi iawn pan fel mwy un ar mi ni',
  Maltese:
    'u li il l fil bil ta ma tal din dan huwa hija kien hemm iżda jew jien int hu hi biex meta aktar ħafna biss ukoll',
  Albanian:
    'dhe e të në me për nga një që i u por është janë ka kjo ky këtë unë mua më nuk shumë vetëm si kur pak edhe',
  'Haitian Creole':
    'la a yo ki ak nan pou ou li mwen m se te pa ap men sa a tou yon lè sou ka twò anpil plis jis',
  'romanized Hindi':
    'hai hain ho ka ke ki ko se me mein main par aur ya nahi nahin bhi to toh hi bahut bohot thoda thodi accha acha achha achhi laga lagi yeh ye wo woh jo jab agar mujhe mera meri kya kar tha thi ek sab bas itna raha phir wahi',
  'romanized Arabic':
    'el il al fe fi we wa da di dy msh mesh mish ana enta ento bas kda keda awy awi kteer kter 3ala 3la mn men law ma la shi hek hal yalli kan w ya b',
  Russian:
    'хорошо нравится очень просто немного слишком можно нужно надо через после перед потому чтобы который которая себя этот эта эти такой тоже даже вообще как-то прям больше сразу всего лучше песня и в во на с со не но а что как то это я мне меня мой у к по из за от до о об для же бы б так только ещё уже очень если когда или он она оно они есть был была было мы вы его её ли там тут где потом чуть ни все всё',
  Ukrainian:
    'добре подобається дуже просто трохи занадто можна треба через після перед бо щоб який яка себе цей ця такий теж навіть більше одразу сподобалось пісня і й та в у на з із зі не але а що як то це я мені мене мій до по за від для же би б так тільки лише ще вже дуже якщо коли або чи він вона воно вони є був була було ми ви його її там де потім трохи ні все',
  Belarusian:
    'і й ды у ў на з са не але а што як то гэта я мне мяне мой да па за ад для жа бы так толькі яшчэ ужо вельмі калі або ён яна яно яны ёсць быў была было мы вы яго там дзе потым трохі',
  Bulgarian:
    'и в във на с със не но а че как то това аз ми ме мой от до по за из към да се си е са беше бил била много само още вече ако когато или той тя те ще би като малко там къде после',
  Serbian:
    'и а али па да у на с са из до од по за при о је су био била било се то та тај ово што који која као не тако јако само још већ ми ме мој ја кад ако би мало није сам',
  Macedonian:
    'и но а па да во на со од до по за при е се беше тоа оваа овој што кој која како не многу само уште веќе ми ме мој јас кога ако би малку ќе го ја',
  Kazakh:
    'және әр адам мен немесе тиіс бар құқылы құқығы де өз арқылы осы білім бірдеи болып жеке тең басқа отырып да пен назар аудара үшін жүзеге және бір бұл сол ол да де мен менің маған өте үшін бар жоқ емес деп ғана тағы қатты бірақ сияқты кейін аздап керек жақсы еді осы',
  Mongolian:
    'эрх хүн эрхтэи бүр нь ч улс буюу хүнии болон тэгш баих бүх чөлөөг аливаа эрхииг үндсэн үзэл улсын ямар есгүи нэр бөгөөд мөн бүрэн естои бол нь ч бас нэг энэ тэр би надад миний маш их гэж юм байна байсан байгаа биш дээр доор харин шиг хүн үү уу л',
  Tajik: 'ва дар ба аз ки бо барои ин он аст буд ман маро бисёр хеле не ҳам боз танҳо агар вақте ё аммо як',
  Greek:
    'και να το τα η ο οι την τον του της των με σε στο στη στην στα από για που ότι αλλά ή αν δεν μη θα είναι ήταν έχει μου μας εγώ πολύ πιο μόνο ακόμα σαν όταν μετά λίγο ένα μια ένας κι',
  Arabic:
    'الاول الاخر الأول تاني اكيد ولا وهو وهي وبعد ومن في من على إلى عن مع هذا هذه ذلك التي الذي أن إن لا ما لم لن كان كانت هو هي أنا لي بعد قبل كل بعض جدا فقط لكن أو ثم حتى عند بين كما لو قد و اللي مش بس ده دي انا فيها فيه كثير شوي كتير يعني مو اوي أوي حلو حلوة بعد كده لو على كان كانت جه هي عالي زيادة من غير يبقى علي الى عليه زي لسه اكتر برضو علشان عشان مرة',
  Persian:
    'و در به از که این آن با را برای است بود من تو او ما هم ولی اما یا اگر تا خیلی فقط هر یک چون بعد کمی نه نیست شد می های تر رو یه',
  Urdu: 'اور کے کی کا کو سے میں پر ہے ہیں تھا تھی یہ وہ جو نہیں بھی تو ہی بہت مجھے میرا مگر لیکن اگر جب ایک کچھ سب بس پھر',
  Pashto: 'او د په چې کې له دا هغه زه ما دی ده دي نه هم خو یا که ډیر یو شو وه سره ته',
  Kurdish:
    'û di de ji bi bo li ku ev ew min ez te ne na jî lê yan pir tenê hê gelek wek dema hebû bû ye in و لە بە کە ئەم ئەو من زۆر بۆ لەگەڵ هەر',
  Uyghur:
    'ۋە يادەم ھەممە ياكى ھەمدە بىلەن يىگە دۆلەت كېرەك ھوقۇقى قىلىش ھوقۇق بىر يەركىن بارلىق يۈچۈن قانۇن مۇشۇ باشقا بولغان يۆز بولۇشى دەپ زۆرۈر ھەر بۇ ۋە بىر بۇ ئۇ مەن ماڭا بىلەن ئۈچۈن بەك ئەمما ئەمەس بار يوق ھەم كېيىن دەپ',
  Hebrew:
    'אחר כך מדי מיד אותו אותה והם והיא והוא נתקע מגיע חזק חזקים אוהב אוהבת הסוף ההתחלה שאני עוד של את כל לכל בו לא להיות לפי ללא בכל זכות אדם ידי שלו שלה עצמו על אל אני לי הוא היא זה זאת זו יש אין לא כן כי אם או אבל גם רק עוד כל מה מי איך עם בין כמו מאוד ממש קצת יותר היה הייתה אחרי לפני הכי אז שלי זה פה שם ב ה',
  Yiddish:
    'די דער דאס און אין איז א אן פון צו מיט אויף ניט נישט איך מיר עס זיך וואס ווי אבער אויך נאר זייער פאר',
  Hindi:
    'है हैं था थी थे हो का के की को से में पर ने और या नहीं भी तो ही बहुत यह ये वह वो जो जब अगर मुझे मेरा मेरी क्या कर एक सब बस इतना फिर थोड़ा लगा लगी कि लेकिन मगर',
  Marathi:
    'व कोणत्याही या त्या असे असा आपल्या सर्व करून करण्याचा प्रत्येक येईल त्याच्या आहे आहेत होता होती हे हा ही ते तो आणि किंवा पण नाही मला माझा खूप फक्त एक जे जर तर मध्ये वर च आणखी थोडे मी की',
  Nepali: 'छ छन् हो थियो र वा तर पनि मा को का की ले लाई मलाई मेरो धेरै यो त्यो एक जो यदि मात्र अझै अलि म छैन हुन',
  Swazi:
    'noma wonkhe ke kanye futsi ngabe kutsi kute bonkhe kuze muntfu uma bantfu lowo live kantsi tintfo ngoba emave lapho lakhe yakhe loku embili onkhe bakhe',
  Ndebele:
    'umuntu omunye loba wonke njalo abantu kumbe ukuze kumele yakhe ukuthi bakhe khona bonke ukholo leli lakhe lokhu amazwe kanye ilizwe kakho icala wakhe zakhe lokuba',
  Shona:
    'munhu kana wese kuti pose uyewo yake nyika hapana pasi vese vanhu ino ake zvayo dzidzo sezvo kuita pasina yokuva iyi mabasa enyika iye uye zvido',
  Kinyarwanda:
    "mu ku umuntu muntu nta wese no agomba buli cyanga kandi bose byose se kimwe akwiye muli ko ali ngo bwo gihugu l'onu kugira abantu ntawe",
  Rundi:
    "mu wese umuntu canke ko muntu kandi ari zina nta ngingo bose ku no n'umwe ata abantu kugira buryo gihugu ngo aho ibonye kimwe uko imbere",
  Ganda:
    'mu oba nga buli muntu abantu era ye kino ku lye wamu ngeri bonna tewali ne alina x26 ddembe eddini yenna nsi wonna yonna ze singa',
  Chichewa:
    'ndi ufulu ali kapena pa wa anthu a munthu maiko dziko cha amene wake za ena ndipo la mtundu lake ngati wina popeza bungwe kuti kwa',
  Bemba:
    'nangu mu onse calo ku pamo nsambu muntu ya sha uko pa ne umo fyalo apo nga nge fya bonse ifyo no wa takuli umwine bwa',
  Lingala:
    'na ya pe nyonso moto ye te likoki oyo azali to bato ndenge moko po makoki yango ekolo kati ezali kozala ata bikolo mosusu bango tina',
  Tswana:
    'le go ya e mongwe mo o a ka na tsa kgotsa di ba tse ga tla nngwe gagwe sa wa botho jwa yo jalo gore',
  Sotho: 'le ho e ya ba mong ka motho a o tsa na tokelo kapa ha ke tla tse sa bo ena hae di batho botho wa',
  Tsonga: 'na ku ni ya wa hi a kumbe va fanelo nga eka ka ta yo u swa xa yena munhu ri lowu leswi wo le leyi',
  Venda:
    'na u ya munwe nga a muthu vha kha kana hu ha do dza i zwa vhathu tshi wa zwi ane si sa tsha uri nahone',
  Sundanese:
    'hak anu jeung boga bae dina saha sing kana atawa ku pikeun boh bangsa sacara narima ti nagara polah sarta teu ayana di kudu katut teh',
  Buginese:
    'na ri hak tau rupa ye seddi arega pura pole laleng maneng pada sibawa degaga ada negara tauwe bangsa nasaba alena de linoe sibole mo monro',
  Madurese:
    "hak se ban oreng sareng otaba sabban dhalem dha' e bangsa dhari ta' nagara klaban padha cara bebas a moste dasar sosial sala bisaos laen drajat",
  Minangkabau:
    'hak dan nan urang punyo tiok untuak atau jo di dalam samo indak dari negara ko sacaro surang hukum bangsa buliah sarato dapek lain pun karajo',
  Ilocano:
    'nga iti a ti ken dagiti meysa wenno adda awan ket babaen amin tao deytoy gimong saan linteg umili naan anay idinto ta tapno pay kas',
  Hiligaynon:
    'nga sa sang kag ang tagsa mga may ukon man iya sing wala tanan pag ini dapat ka tao isa paagi ano tungod hilway iban indi',
  Waray:
    'nga han mga an hin ug ha iya o may kada tawo tagsa usa waray diri pag man ngada ngan nasud dida in kanan ira gud',
  Malagasy:
    'ny sy na tsy jo manan dia olon ho izany olona ara misy ka ary azy zo izay fa azo eo ao tokony no asa tany',
  Maori:
    'te i nga e o ki me kia a ana ia tetahi tika ko hoki ranei iwi atu whai mana ai katoa mo roto mahi runga',
  Samoan:
    'o e le i ma tagata ai tatau se uma ona aia ua tulaga ia po faapea lona malo faiga lana a atunuu so tutusa soifua',
  Fijian:
    'na ni me e ena dodonu kei se kece tamata kina nona ga dua tale qai galala nodra vanua mera kua lawa vinaka tiko sega oqo',
  Quechua:
    'llapa mana manan runaq jina jatun allin kay tukuy runa runan pipas may ima ashwan chay kanan kausay piqpa qa juj atin qasi sumaq nisqa x26',
  Aymara:
    "taqe janiw jan khitis mayniw jaqen inoqat jaqejh jach'a uka yaqha jaqe ma kuna cheqa ch maynin aka chika aru j wakisi sapa",
  Guarani:
    'ha mayma tera hagua kuera vaʼera avei ichupe ko hese haicha oiko umi pe heta teta petei petel ikatu lei reinte upe rupive rupi oiva rehe',
  Luxembourgish:
    'an a all op vun fir dei de mensch huet ze der odder vu gin as seng sech eng am mat en duerf net frai duerch',
  'Scottish Gaelic':
    "a air an agus tha gach neach bhith na a' aig neo coir ann do gu am e bith airson saorsa uile ri is co sam",
  Breton: 'da ar ha e an en a gwir den hag pe deus pep o eo holl gant gaout vo ne vezan hini ur evit al man',
  'West Frisian':
    "en fan de it yn te rjocht op elk hat of syn in foar wurde dat om sil mei dy't troch oan hawwe nimmen dy is",
  Occitan: "de e le la a dre di ke ou l'a in din tota dzin che on cha ti chon bin pe po ithre l'e dou l'an",
  Sardinian:
    'de a sa e su in sos deretu chi onzi sas tenet o pro esser si unu dae sua siat totu est cun una sunt tenent',
  Asturian:
    'y de la a drechu que los o tien toa so en se el les del nun una na al nel naide ye tolos sos visto',
  Galician:
    'a e de o persoa da ten toda que ou os sua en do por dos se no das ser unha para como non contra as',
  Latin:
    'et habet suae in ipsius ad atque vel est ut ius homo iurium omnes iura nemo quae non aut sui omnium si de iure sine rei',
  'Tok Pisin':
    'long na ol bilong i o yumi rait olgeta igat kantri mas yu man gat wok raits meri lo olsem no stap em pasin nogat kisim',
  'Nigerian Pidgin':
    'dem di say e wey to for go get de make and or be right am im person no do kontri naim of like all we',
  Wolof: 'ci san ak na am nu ne ko mu mbaa nit lu te it ku wallu yi reew gu men war bu aadama ay aju yu',
  Fula: 'e no kala ka neddho maa ko mun fii leydi handi fow woni sariya nder bhe leydhe on makko hanndi aduna o gooto dhin dhi dhen',
  Bambara:
    "ka ni kan ye bɛɛ la i mɔgɔ o bɛ na ani wali tɛ kɔnɔ kɛ ko ma jamana k'i a n'a min josira k'a minnu",
  Ewe: 'le la me be ƒe si kple ɖe ame o dukɔ na eƒe alo ŋu aɖeke siwo dzi mɔ nu to li sia aɖe eye ta',
  Twi: 'sɛ a ne no mu ho biara na so obi anaa onipa wɔ ɛyɛ kwan obiara bi asɛdeɛ wɔn ɔman mmara saa yi de ma nnipa',
  Turkmen:
    'we bir adam her oz da ya de hem bu onunde hic den goz tutup sosial ahli bilim kim esasy bilen doly ucin edilen arkaly milli',
  'Uzbek (Cyrillic)':
    'ва бир инсон ҳар еки эгадир билан уз ҳамда барча мумкин булган олиш тенг керак эмас учун ҳеч бирор ким олиб ушбу мазкур унинг таълим қонун',
  Tatar:
    'һәм һәр кеше тиеш бар дә хокукы үз яисә бу белән белем түгел булган да алу торган бер тигез тотып өчен итәргә башка истә ия тормыш',
  Kyrgyz:
    'жана менен бир адам ар же тиииш бардык өз ээ алуу эч эмес бирдеи камсыз ушул билим анын болгон толук үчүн эркин алууга жалпы болуп эске',
  Chuvash:
    'пур тата та ирек уса весене шута те пер хаиен этем уирам петем илсе ҫак курма пекех тан туса маи ҫут хаисен хаи',
  Yakut:
    'уонна киһи хас суох да ханнык эбэтэр бу кини тэҥ дьон бэиэ буолар олорор бэиэтэ тус даҕаны туран икки ол буолан барыта ким сөп көҥүл ылан',
  Ossetian:
    'ӕмӕ дӕр бар алы ис иӕ хъуамӕ уа бартӕ ацы кӕнӕ нӕи сӕ куыд гӕсгӕ x26 сты уадзӕн кӕцытӕ ахӕм адӕмы царды кӕцы уыцы исты иӕхи',
  Maithili: 'आʼ अधकर छक परतयक वयकतक अपन व अछ कन नह ज तथ आओर एह आ ह समजक वयकत करबक एहन हत कएल समन सभ शकष जएत',
  Bhojpuri: 'क आओर अधकर ह म स कर कन चह ज हव आपन तथ सबह खतर पर ब ओकर सकल और कह हख नइख सभ लगन ओ',
};

/** Words of music that need no sentence: notes are as good a review as prose. */
const musicTerms =
  'bass bas basso baixo bajo basse kick snare drums drum hats hat hihat cymbals percussion beat beats groove rhythm tempo bpm guitar guitars gitarre guitare gitara ' +
  'piano keys synth synths pad pads strings vocal vocals vox voice stimme voix voz voce wokal lyrics lyric verse chorus hook hooks pre bridge intro outro drop solo riff riffs ' +
  'melody harmony harmonies chords chord mix master mastering reverb verb delay echo fx lofi low high end mids highs sub loud quiet tight dry wet warm muddy harsh thin clean catchy song ' +
  'track tune part sound sounds production vibe vibes refrain refrén refren refrão estribillo ritornello strophe strofa couplet batterie batería bateria schlagzeug ' +
  'perkusja бас барабаны барабани гитара гітара голос вокал припев приспів куплет песня пісня звук ритм сведение μπάσο κιθάρα φωνή ρεφρέν ντραμς جيتار درامز صوت باص كورس גיטרה תופים בס קול פזמון';

const listOf = (words: string): ReadonlySet<string> => new Set(comparableWords(words));
const { English = '', slang = '', ...others } = lists;

export const englishWords: ReadonlySet<ReadonlySet<string>> = new Set([English, slang].map(listOf));

/** The small words of each language, as they are compared. */
export const commonWords: readonly ReadonlySet<string>[] = [
  ...englishWords,
  ...Object.values(others).map(listOf),
];

export const musicWords: ReadonlySet<string> = listOf(musicTerms);
