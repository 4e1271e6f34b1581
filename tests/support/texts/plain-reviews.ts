/** Short, plain and accented reviews as people write them, in more than thirty languages and manners. */
export const plainReviews: Readonly<Record<string, string>> = {
  'terse English':
    'Riff good. Drums tight, maybe too loud. Vocals late but worth it. Bass muddy below kick. Chorus lifts, second one better. ' +
    'Bridge drags. Cut eight bars. Ending abrupt, fade instead? Mix wide, headphones nice. Hook stuck all day. Would replay. Keep the ' +
    'cowbell, lose the synth pad.',
  'English without marks':
    'i really like how the guitar comes in after the first verse and the voice is so close it feels like she is singing right next to me ' +
    'the bass could be a bit louder but i like the drums and i would play this in the car on the way home from work',
  'English of a learner':
    'This song is make me happy because rhythm is very strong and voice of singer is clean. I am not understand all word but I feel the ' +
    'emotion. In the middle the music is become too much loud, maybe less guitar is better. End is beautiful and I want listen again.',
  slang:
    'ngl this slaps hard, drums hit diff and that lil vocal chop at the drop had me grinning lol. verse 2 kinda mid tho, flow gets lazy. ' +
    'bass could bang more in the whip. outro too long fr, nobody waits that long. overall vibe is clean, would bump it on repeat.',
  Polish:
    'Podoba mi się początek, bo gitara gra sama i słychać pokój. Potem wchodzi perkusja i robi się trochę za głośno. Wokal jest blisko, to ' +
    'duży plus. Refren zapamiętałem od razu. Bas mógłby być wyraźniejszy. Końcówka przychodzi za szybko, dodałbym jeszcze jeden refren i ' +
    'spokojne zakończenie. Chętnie posłucham jeszcze raz.',
  Turkish:
    'Girişteki gitar çok hoşuma gitti, sanki odanın içindeymişim gibi. Davullar biraz yüksek kalmış, vokal arkada kayboluyor. Nakarat akılda ' +
    'kalıyor, ikinci seferde daha da iyi. Köprü bölümü uzun geldi bana, biraz kısaltılabilir. Bas sıcak ve dolgun. Bitiş aniden geliyor, ' +
    'yavaşça kapansa daha güzel olurdu. Yine de tekrar dinlerim, arkadaşlarıma da öneririm mutlaka.',
  German:
    'Mir gefällt der Anfang, weil die Gitarre allein steht. Danach wird es dicht, und die Stimme geht unter. Das Schlagzeug ist gut, aber zu ' +
    'laut für meinen Geschmack. Der Refrain bleibt hängen. Ich würde die Brücke kürzen und den Bass etwas anheben. Am Ende fehlt mir eine ' +
    'ruhige Stelle zum Ausatmen.',
  French:
    "J'aime le début, la guitare toute seule, on entend la pièce. Ensuite la batterie arrive et c'est un peu trop fort. La voix est proche, " +
    "c'est ce que je préfère. Le refrain reste en tête. Je couperais le pont, il traîne. La fin arrive vite, dommage, j'aurais voulu encore un " +
    'tour.',
  Spanish:
    'Me gusta el comienzo con la guitarra sola, se oye la sala. Luego entra la batería y queda un poco fuerte. La voz está cerca y eso es lo ' +
    'mejor. El estribillo se queda en la cabeza. Yo acortaría el puente porque se hace largo. El final llega de golpe, pero la volvería a oír.',
  Portuguese:
    'Gostei do começo, só a guitarra e a sala. Depois a bateria entra alta demais e cobre a voz. O refrão fica na cabeça o dia todo. O baixo ' +
    'podia aparecer mais. A ponte é longa, eu cortaria metade. O final é bonito, calmo, com um silêncio que faz sentido. Ouviria de novo sem ' +
    'pensar duas vezes.',
  Italian:
    'Mi piace come comincia, la chitarra da sola e poi la voce. La batteria è un po’ alta e copre le parole. Il ritornello resta in testa. ' +
    'Il basso caldo tiene tutto insieme. Il ponte però è lungo e perde forza. Alla fine avrei voluto un altro giro, invece si ferma di colpo. ' +
    'Lo riascolterei volentieri.',
  Dutch:
    'Het begin is sterk, alleen gitaar en een beetje kamer. Daarna komen de drums en die staan te hard. De stem blijft dichtbij, dat vind ik ' +
    'mooi. Het refrein blijft hangen. De brug duurt lang, die zou ik inkorten. De bas mag warmer. Het einde komt plotseling, maar ik luister ' +
    'graag nog een keer.',
  Swedish:
    'Början är fin, bara gitarr och lite rum. Sedan kommer trummorna och de ligger för högt. Rösten är nära och det gillar jag mest. Refrängen ' +
    'fastnar direkt. Bron känns lång, korta den gärna. Basen kunde vara varmare. Slutet kommer plötsligt, jag väntade på en sista vända. Jag ' +
    'lyssnar gärna igen ikväll.',
  Finnish:
    'Alku on hieno, pelkkä kitara ja huoneen kaiku. Sitten rummut tulevat ja ovat liian kovalla. Laulu jää lähelle, siitä pidän eniten. ' +
    'Kertosäe jää päähän heti. Väliosa tuntuu pitkältä, lyhentäisin sitä. Basso saisi olla lämpimämpi. Loppu tulee äkkiä, odotin vielä yhtä ' +
    'kertosäettä. Kuuntelisin silti uudestaan, mieluiten kuulokkeilla illalla yksin kotona.',
  Czech:
    'Začátek je pěkný, jen kytara a trochu prostoru. Pak přijdou bicí a jsou moc nahlas. Hlas je blízko, to se mi líbí nejvíc. Refrén zůstane v ' +
    'hlavě hned. Střední část je dlouhá, zkrátil bych ji. Basa by mohla být teplejší. Konec přijde náhle, čekal jsem ještě jeden refrén. Rád si ' +
    'to pustím znovu.',
  Hungarian:
    'Az eleje nagyon tetszik, csak gitár és egy kis tér. Aztán bejön a dob, és túl hangos lesz. Az énekhang közel marad, ezt szeretem benne a ' +
    'legjobban. A refrén rögtön megragad. A híd hosszú, rövidíteném. A basszus lehetne melegebb. A vége hirtelen jön, vártam még egy kört. Szívesen ' +
    'meghallgatnám újra este, fülessel.',
  Romanian:
    'Îmi place începutul, doar chitara și puțină cameră. Apoi intră tobele și sunt prea tari. Vocea rămâne aproape, asta îmi place cel mai mult. ' +
    'Refrenul se ține minte imediat. Puntea e lungă, aș scurta-o. Basul ar putea fi mai cald. Finalul vine brusc, mai așteptam un refren. Aș ' +
    'asculta din nou cu plăcere.',
  Russian:
    'Начало очень нравится, одна гитара и немного воздуха. Потом входят барабаны, и становится слишком громко. Голос близко, это лучшее в песне. ' +
    'Припев запоминается сразу. Середина длинная, я бы её сократил. Бас мог бы быть теплее. Конец наступает внезапно, ждал ещё один припев. ' +
    'С удовольствием послушаю снова вечером, в наушниках, один.',
  Ukrainian:
    'Початок дуже гарний, лише гітара й трохи повітря. Потім вступають барабани, і стає надто гучно. Голос близько, це найкраще в пісні. Приспів ' +
    'запамʼятовується одразу. Середина довга, я б її скоротив. Бас міг би бути теплішим. Кінець приходить раптово, чекав ще одного приспіву. Із ' +
    'задоволенням послухаю знову ввечері.',
  Greek:
    'Η αρχή μου αρέσει πολύ, μόνο κιθάρα και λίγος χώρος. Μετά μπαίνουν τα τύμπανα και είναι πολύ δυνατά. Η φωνή μένει κοντά, αυτό είναι το ' +
    'καλύτερο. Το ρεφρέν μένει στο μυαλό. Η γέφυρα είναι μεγάλη, θα την έκοβα. Το μπάσο θα μπορούσε να είναι πιο ζεστό. Το τέλος έρχεται ξαφνικά.',
  Indonesian:
    'Saya suka bagian awalnya, hanya gitar dan sedikit ruang. Lalu drum masuk dan terlalu keras. Suaranya dekat, itu yang paling bagus. ' +
    'Reffnya langsung menempel di kepala. Bagian tengah agak panjang, sebaiknya dipotong. Bass bisa lebih hangat. Akhirnya tiba-tiba, saya ' +
    'masih menunggu satu putaran lagi. Tetap mau dengar lagi nanti malam.',
  Tagalog:
    'Gusto ko ang simula, gitara lang at kaunting espasyo. Tapos pumasok ang tambol at medyo malakas. Malapit ang boses, iyon ang pinakamaganda. ' +
    'Tumatak agad ang koro. Mahaba ang gitna, puwedeng paikliin. Sana mas mainit ang baho. Biglang natapos, naghintay pa ako ng isa pang ikot. ' +
    'Pakikinggan ko ulit mamaya.',
  'romanized Hindi':
    'Shuruaat bahut achhi lagi, sirf guitar aur thodi si jagah. Phir drums aate hain aur kaafi tez hain. Awaaz paas rehti hai, wahi sabse ' +
    'achha hai. Chorus turant yaad ho jaata hai. Beech ka hissa lamba hai, thoda kaat do. Bass aur garam ho sakta tha. Ant achanak aata hai, ' +
    'main ek aur chorus chahta tha.',
  Swahili:
    'Napenda mwanzo, gitaa peke yake na nafasi kidogo. Kisha ngoma zinaingia na ni kubwa mno. Sauti iko karibu, hilo ndilo bora zaidi. Kiitikio ' +
    'kinabaki kichwani mara moja. Sehemu ya katikati ni ndefu, ningeikata. Besi ingeweza kuwa na joto zaidi. Mwisho unakuja ghafla, nilisubiri ' +
    'mzunguko mmoja zaidi. Nitaisikiliza tena.',
  Vietnamese:
    'Tôi thích đoạn mở đầu, chỉ có guitar và một chút không gian. Sau đó trống vào và hơi to. Giọng hát rất gần, đó là điều hay nhất. Điệp khúc ' +
    'dễ nhớ ngay. Đoạn giữa hơi dài, nên cắt bớt. Bass có thể ấm hơn. Kết thúc đột ngột, tôi vẫn chờ thêm một vòng nữa. Tôi sẽ nghe lại tối nay.',
  Danish:
    'Starten er flot, kun guitar og lidt rum. Så kommer trommerne, og de ligger for højt. Stemmen er tæt på, og det kan jeg bedst lide. ' +
    'Omkvædet sidder fast med det samme. Broen føles lang, den ville jeg korte af. Bassen måtte gerne være varmere. Slutningen kommer brat, ' +
    'men jeg hører den gerne igen.',
  Norwegian:
    'Starten er fin, bare gitar og litt rom. Så kommer trommene, og de ligger for høyt. Stemmen er nær, og det liker jeg best. Refrenget ' +
    'sitter med en gang. Broen føles lang, den ville jeg kuttet litt i. Bassen kunne vært varmere. Slutten kommer brått, men jeg hører ' +
    'gjerne på den igjen i kveld.',
  Croatian:
    'Početak je lijep, samo gitara i malo prostora. Onda uđu bubnjevi i preglasni su. Glas je blizu i to mi se najviše sviđa. Refren ostaje ' +
    'u glavi odmah. Srednji dio je dug, ja bih ga skratio. Bas bi mogao biti topliji. Kraj dođe naglo, čekao sam još jedan refren. Rado bih ' +
    'opet poslušao, navečer sa slušalicama.',
  Bulgarian:
    'Началото много ми харесва, само китара и малко въздух. После влизат барабаните и става твърде силно. Гласът е близо и това е най-доброто. ' +
    'Припевът се запомня веднага. Средата е дълга, бих я скъсил. Басът може да е по-топъл. Краят идва внезапно, чаках още един припев. С ' +
    'удоволствие ще го чуя пак тази вечер.',
  Catalan:
    "M'agrada el començament amb la guitarra sola, se sent la sala. Després entra la bateria i queda una mica forta. La veu és a prop i això " +
    'és el millor. La tornada es queda al cap. Jo escurçaria el pont perquè es fa llarg. El baix podria ser més càlid. El final arriba de ' +
    'cop, però la tornaria a escoltar.',
  Lithuanian:
    'Pradžia labai graži, tik gitara ir truputis erdvės. Paskui įeina būgnai ir pasidaro per garsu. Balsas arti, tai man patinka labiausiai. ' +
    'Priedainis iškart įstringa galvoje. Vidurys ilgas, aš jį sutrumpinčiau. Bosas galėtų būti šiltesnis. Pabaiga ateina staiga, laukiau dar ' +
    'vieno priedainio. Mielai paklausysiu dar kartą vakare.',
  Arabic:
    'أعجبتني البداية كثيرا، فقط جيتار وقليل من المساحة. ثم تدخل الطبول وتصبح عالية جدا. الصوت قريب وهذا أفضل ما في الأغنية. اللازمة تبقى في ' +
    'الرأس من أول مرة. الجزء الأوسط طويل وكنت سأقصره قليلا. الباص يمكن أن يكون أدفأ. النهاية تأتي فجأة وكنت أنتظر لازمة أخرى. سأسمعها مرة ثانية ' +
    'هذا المساء مع السماعات.',
  'Egyptian Arabic':
    'البداية حلوة اوي الجيتار لوحده وكانك قاعد معاهم في الاوضة بس الدرامز بعد كده عالي زيادة ومغطي على صوت المغني. الكورس بقى علق في دماغي من اول ' +
    'مرة. النص طويل شوية لو قصرته يبقى احسن. البيز محتاج يدفى. الاخر جه فجأة وانا كنت مستني لفة كمان. هسمعها تاني النهارده اكيد.',
  Persian:
    'شروعش را خیلی دوست دارم، فقط گیتار و کمی فضا. بعد درام وارد می‌شود و زیادی بلند است. صدای خواننده نزدیک است و این بهترین بخش آهنگ است. ترجیع ' +
    'بند همان بار اول در ذهن می‌ماند. قسمت وسط طولانی است و من کوتاهش می‌کردم. بیس می‌توانست گرم‌تر باشد. پایان ناگهانی است ولی باز هم گوش می‌کنم.',
  Hebrew:
    'ההתחלה ממש יפה, רק גיטרה וקצת חלל. אחר כך התופים נכנסים והם חזקים מדי. הקול קרוב וזה מה שאני הכי אוהב כאן. הפזמון נתקע בראש מיד. החלק ' +
    'האמצעי ארוך, הייתי מקצר אותו. הבס יכול להיות חם יותר. הסוף מגיע פתאום, חיכיתי לעוד סיבוב אחד. אני אשמע את זה שוב בערב עם אוזניות לבד ' +
    'בבית.',
  Hindi:
    'शुरुआत बहुत अच्छी है, सिर्फ गिटार और थोड़ी सी जगह। फिर ड्रम आते हैं और बहुत तेज़ हो जाते हैं। आवाज़ पास रहती है और यही सबसे अच्छा है। कोरस तुरंत ' +
    'याद हो जाता है। बीच का हिस्सा लंबा है, मैं उसे काट देता। बास और गरम हो सकता था। अंत अचानक आता है, मैं एक और कोरस चाहता था। रात को फिर सुनूंगा।',
  Korean:
    '시작이 정말 좋아요, 기타만 나오고 공간이 느껴져요. 그 다음에 드럼이 들어오는데 조금 너무 커요. 목소리가 가까이 들려서 그게 제일 좋았어요. 후렴은 바로 귀에 ' +
    '남아요. 중간 부분은 길어서 저라면 줄일 것 같아요. 베이스는 더 따뜻하면 좋겠어요. 끝이 갑자기 와서 한 번 더 후렴을 기다렸어요. 오늘 밤에 이어폰으로 다시 들을게요 ㅋㅋ 진짜 좋네요.',
  Taglish:
    'Ang ganda ng intro, super chill yung guitar tapos biglang pumasok yung drums, medyo loud lang for me. Favorite ko yung chorus kasi ang ' +
    'catchy, na-LSS ako agad haha. Yung bridge parang too long, pwede i-cut. Vocals are solid, sobrang clear. Sana mas warm yung bass. Will ' +
    'definitely play this ulit mamaya sa jeep.',
  'romanized Arabic':
    'el intro gamed awy w el guitar clean bas el drums 3alya shwaya fo2 el voice. el chorus 3ale2 fe dma8y men awel mara. el noss tawel law ' +
    'at2asar yeb2a a7san. el bass me7tag ykon adfa. el a5er geh fag2a w ana kont mestany kaman lafa. hasma3ha tany el naharda akeed men 8er ' +
    'tafkeer wallahi ya bro gamda gedan.',
  'full of band names':
    'Big Radiohead and Sigur Rós energy in the intro, then it goes full Meshuggah with the djent chugs at the drop. Vox remind me of Björk ' +
    'meets Siouxsie Sioux. 808s could hit harder, think A$AP or JPEGMAFIA. BPM feels like 174, very Aphex Twin. Mix is very lofi, maybe too ' +
    'much LFO on the synth. Would put it next to Mogwai.',
  'terse notes with times':
    '0:14 nice swell. 0:32 vox too dry, add verb. 0:45 kick and bass fight, side-chain it. 0:58 pre-chorus great. 1:10 drop hits, love it. ' +
    '1:24 hats harsh around 8k. 1:40 bridge drags, cut 4 bars. 1:55 solo tasty. 2:10 outro abrupt. Overall: good song, mix needs work, ' +
    'master is a bit loud. 7/10.',
  'with many emoji':
    'omg 😍😍 this intro is so good 🔥 i got chills when the voice came in 🎤 the drums are a bit loud for me 🥁 but the chorus is stuck in my ' +
    'head all day 🎶🎶 maybe cut the bridge a little ✂️ and let the bass breathe 🌊 i would play this in the car with my friends for sure 🚗💨 so ' +
    'proud of you guys ❤️',
  'with typos':
    'teh begining is realy nice i liek the giutar alot and teh voice sonds so clsoe its like shes in my room. drums r a litle to loud tho and u ' +
    'cant here the bass good. chrous is catchy i keep hummin it. brige is to long imo. endin is abrubt but ill def lissen agian tomorow wiht my ' +
    'headfones on',
  'English of a Nigerian':
    'Abeg this song sweet well well. The way the guitar just enter for the beginning, e touch my body. Drum dey too loud small sha, e wan cover ' +
    'the voice. Chorus na fire, I don dey sing am since morning. The middle part long o, make dem cut am. I go play am again for night, no ' +
    'wahala, my people go like am.',
};
