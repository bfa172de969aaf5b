/**
 * What people call a thing, in English and German, by concept. A word matches from its beginning to its end; `*` stands
 * for more letters, so that `*urlaub*` is in "Resturlaub". Umlauts are written out. Nothing here names a skill: a concept
 * counts where a question and a description both hold one of its words.
 */
export const concepts: Readonly<Record<string, string>> = {
  leave:
    'annual leave, leave, vacation*, holiday allowance, holiday*, pto, day* off, time off, leave balance, annual allowance, half day*, *urlaub*, freie tage, freier tag, unused days, days of leave, untaken, sabbatical, brueckentag*, absence*, abwesenheit*, arbeitsfreie*',
  entitlement:
    'entitl*, allowance, balance, accru*, earn, pro rata, pro-rata, prorat*, days left, left this year, remaining, *anspruch*, stehen mir zu, steht mir zu, rest*, anteilig*, how many days, owed, quota, left over, use it or lose it, expire*, wie viele tage, guthaben, jahresurlaub',
  carryOver:
    'carry over, carryover, carry-over, carry forward, rollover, roll over, verfall*, verfaell*, uebertrag*, mitnehmen, next year, neue jahr, naechste jahr, unused, lapse*, forfeit*, verfall',
  partTime: 'part time, part-time, fte, days a week, hours a week, reduced hours, teilzeit*, prozent, wochenstunden',
  expense:
    'expens*, reimburs*, claim, claims, refund, money back, cover* the cost, costs, allowable, spesen*, *abrechn*, erstatt*, auslagen*, *kosten, pay for, pay back, paid back, cover the, covered, who pays, out of pocket, allowance for, bezahlt, bezahlen, uebernommen, uebernimmt, uebernehmen, zurueckbekommen, einreichen, geld zurueck',
  receipt: 'receipt*, invoice*, proof of payment, beleg*, quittung*, rechnung*',
  trip: 'travel*, trip*, hotel*, flight*, taxi*, train ticket*, per diem*, dienstreise*, *reise*, uebernacht*, tagegeld*, verpflegung*, parking, airport, train, rental car, accommodation, airfare, public transport, lodging, business class, parkgebuehr*, flug*, bahn*, mietwagen, unterkunft',
  mileage:
    'mileage, own car, my car, private car, miles, km, kilomet*, drove, driving, driven, drives, eigene* auto, privatwagen, *pauschale*',
  meal: 'meal*, dinner*, lunch*, breakfast*, drinks, alcohol*, entertain*, client visit, abendessen, mittagessen, fruehstueck*, bewirt*, trinkgeld*, restaurant*, business lunch, dining, wine, beer, snack*, essen, alkohol*, wein, bier',
  inForce:
    'effective date*, in force, take* effect, kick in, kicks in, come* into effect, valid*, still appl*, current version*, which version*, outdated, version*, in kraft, *gueltig*, ab wann, gilt, gelten, stichtag*, fassung*, still current, up to date, up-to-date, applied, appl* since, since when, until when, from when, last year, newer, newest, latest, most recent, start* to apply, galt, galten, seit wann, bis wann, aktuell*, neueste*, noch aktuell, rechtskraeftig',
  supersede:
    'supersed*, replac*, obsolete, withdrawn, expired, old polic*, new polic*, new rule*, old rule*, abgeloest, ersetz*, veraltet*, alte *, neue *richtlinie*, newer, older, overrid*, repeal*, abolish*, previous version, aufgehoben, vorherige*',
  conflict:
    'conflict*, contradict*, say different, disagree*, which one is right, which one applies, which rule, differ*, inconsisten*, appl* to me, widersprech*, widerspruch*, unterschiedlich*, which is correct, wiki says, handbook says, policy says, website says, manager says, which one counts, two documents, two rules, two versions, two policies, two different, mismatch*, two answers, welche* zaehlt, was stimmt',
  policy: 'polic*, rule, rules, handbook, guideline*, regulation, *richtlinie*, regelung*, vorschrift*, handbuch',
  asOf: 'as of, back in, at the time, next january, next year, date, past, future, damals, naechstes jahr, rueckwirkend*',
  human:
    'human, humans, human being, real person, talk to a, talk to the, talk to someone, speak to, speak with, someone from, somebody from, get me, call me back, call back, escalat*, hand over to, hands over, hand off, pass this on, pass it on, forward this, appeal, colleague than, not a bot, who do i contact, whom do i contact, who can help, who should i ask, gets back to me, get back to me, hear back, response time, menschen, mensch, ansprechpartner*, zurueckruf*, jemanden sprechen, jemandem sprechen, mit jemand, zustaendig*, weiterleit*, leite das, persoenlich weiter*, weiterhelfen, connect me with, put me through, an wen wende ich, an wen kann ich, rather discuss, actual person, live agent, somebody else, with a colleague, ask a person, kollegen sprechen, kollegin sprechen, echte* person, anrufen, telefonisch, hilf mir persoenlich',
  department:
    'from hr, to hr, hr team, people team, human resources, from legal, it desk, help desk, helpdesk, service desk, *personalabteilung*, personalreferent*, rechtsabteilung*',
  ticket:
    'ticket*, complain*, grievance*, dispute*, appeal*, exception*, escalat*, beschwer*, ausnahme*, einspruch*, unfair decision, objection*, escalation*, reklam*, widerspruch einlegen',
  incident:
    'incident*, breach*, leak*, hack*, compromis*, security event*, *vorfall*, vorfaelle, datenpanne*, gehackt, notfall*, attack*, intrud*, unauthori*, exposed, sicherheitsvorf*, angriff*, cyber*',
  lostDevice:
    "lost laptop*, lost device*, lost or stolen, stolen, lost, left my work, left my laptop, missing laptop, theft, stole, verloren, gestohlen, geklaut, ist weg, abhanden*, diebstahl*, missing, misplaced, can not find my, can't find my, cannot find my, forgot my laptop, robbed, burgl*, broke into, broken into, snatched, took my bag, vergessen, liegen lassen, liegengelassen, liegt noch, einbruch*",
  device: 'laptop*, phone*, device*, computer*, usb stick, notebook*, tablet*, *handy*, *rechner*, mobiltelefon*',
  phishing:
    'phish*, malware, ransom*, virus, trojan*, suspicious, weird mail, weird email, strange mail, clicked, click* on a link, typed my password, spoof*, *geklickt*, schadsoftware*, verdaechtig*, erpress*, opened an attachment, attachment, infected, strange pop-up*, popup*, behaves strangely, scam*, bitcoin, demanding money, fake mail, fake email, fake invoice, anhang, virenscanner, trojaner, verschluesselt, encrypted',
  misdirected:
    "wrong address*, wrong person, wrong recipient*, wrong people, misdirect*, misaddress*, sent * by mistake, falsche* empfaenger*, falsche* adress*, falsche* person*, kundendaten, personal data, customer data, personenbezogen*, wrong mail, wrong email, wrong channel, wrong customer, wrong file, bcc, cc'd, reply all, reply-all, public link, shared publicly, accidentally sent, accidentally shared, falsche* kunde*, falsche* mail*, versehentlich, offen* verteiler",
  credentials:
    'password*, api key*, credential*, secret key*, access token*, public repo*, passwort*, zugangsdaten, kennwort*, someone has my, logged into my account, my account was, token, private key, mein konto, fremder zugriff',
  notify:
    'regulator*, authority, authorities, 72 hours, 72-hour*, notif*, supervisory, data protection, aufsichtsbehoerde*, meldepflicht*, datenschutz*, melden',
  sensitive: [
    "harass*, bully*, bullied, mobb*, gemobb*, belaestig*, discriminat*, diskriminier*, racis*, rassis*, sexis*, sexual*, homophob*, skin colour, skin color, hautfarbe, anzueglich*, touching me, touched me, grop*, inappropriate comment*, intimidat*, threaten*, bedroh*, stalk*, assault*, abuse, abused, abusive, uebergriff*, angefasst, begrapsch*, humiliat*, jokes about my, treated differently because, because i am gay, because i'm gay, because of my age, because of my religion, because of my gender, because of my accent, nude*, porn*, obscene, unwanted, creepy, hostile, yells at me, screams at me, shouts at me, picks on me, picked on, excluded by, ausgegrenzt, beleidig*, angeschrien, anfassen, sexuell*, beschimpf*, lustig ueber",
    "suicid*, suizid*, selbstmord*, kill myself, self-harm, self harm, hurt myself, end my life, ending it, end it all, want to die, can not go on, can't go on, umbringen, selbstverletz*, nicht mehr leben, nicht mehr weiter, kann nicht mehr, halte es nicht mehr aus, no reason to live, hopeless, give up on life, breaking down, breakdown, therapist*, therap*, crying, verzweifelt, depress*, burnout, burn-out, panic attack*, anxiety, stressed out,  mental health, psychisch*, overwhelmed",
    'passed away, died, dying, dies, death, dead, lost my sister, lost my brother, lost my partner, lost my child, lost my friend, lost my grand*, lost my mum, lost my mom, lost my dad, lost my mother, lost my father, lost my husband, lost my wife, lost my son, lost my daughter, lost my baby, lost our baby, terminally, hospice, im sterben, stirbt, tot, tod, bereave*, funeral*, grief, griev*, miscarriage*, stillb*, gestorben, verstorben, todesfall*, trauer*, beerdigung*, fehlgeburt*',
    'diagnos*, cancer, krebs, illness*, medical*, disabilit*, schwerbehinder*, hiv, chemo*, surgery, disease, addict*, rehab, drinking too much, drink too much, alcoholi*, alkoholi*, suchtproblem*, drogen*, on drugs, krankheit*, erkrank*, pregnan*, schwanger*',
    'whistle*, whistle-blow*, fraud*, brib*, corrupt*, embezzl*, faking, faked, forg*, retaliat*, illegal*, cover-up, cover up, misconduct, scared to say, afraid to say, hinweisgeber*, betrug*, bestech*, korrupt*, vergeltung*, veruntreu*',
    'domestic violence, violence, violent, hits me, hit me, beats me, beat me, punched, hurts me, afraid to go home, afraid of my, afraid of him, afraid of her, unsafe, in danger, gewalt*, schlaegt mich, geschlagen, angst vor',
  ].join(', '),
};
