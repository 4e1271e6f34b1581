/** Short, plain and accented reviews as people write them, in more than twenty languages and manners. */
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
};
