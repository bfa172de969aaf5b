// Classes of words that the patterns of sensitive-patterns.ts are made of, in the same notation.

export const leader =
  '(boss|manager|supervisor|director|team lead|lead|head|ceo|coworker|co worker|colleague|client|customer|guy|someone|somebody|he|she|they)';
export const chief =
  '(chef…|vorgesetzte…|teamleiter…|abteilungsleiter…|leiter…|einkaufsleiter…|geschaeftsfuehrer…|kolleg…|kunde…|kundin…|lieferant…|einkaeufer…|jemand|er|sie)';
export const kin =
  '(mother|mom|mum|father|dad|parents?|sister|brother|son|daughter|child|kid|baby|wife|husband|partner|spouse|girlfriend|boyfriend|fiance…|grand…|granny|grandma|grandpa|uncle|aunt|cousin|niece|nephew|friend|colleague|coworker|family)';
export const verwandt =
  '(mutter|mama|vater|vaters|papa|eltern|schwester|bruder|bruders|sohn|sohnes|tochter|kind|kindes|baby|frau|mann|mannes|partner…|ehemann…|ehefrau|lebensgefaehrt…|freund|freundes|freundin|oma|opa|gross…|onkel|tante|kolleg…|schwieger…)';
export const mine = '(my|our|his|her|their)';
export const mein = '(mein…|unser…|ihr…|sein…)';
export const trait =
  '(woman|women|man|gay|lesbian|queer|trans…|black|brown|asian|muslim|jewish|foreign…|disab…|religion|age|race|skin|sex|gender|origin|accent|orientation|headscarf|hijab|faith|ethnic…|nationality|pregnan…|too old|old)';
export const merkmal =
  '(hautfarbe|alters|alter|herkunft|religion|geschlecht…|behinderung|sexualitaet|orientierung|kopftuch…|glaubens|akzent…|schwul|lesbisch|trans|frau bin|auslaender…|nationalitaet|schwanger…)';
export const illness =
  '(cancer|tumou?rs?|leuk…|depress…|anxiety|panic|bipolar|ptsd|adhd|autis…|schizo…|epileps…|diabet…|hiv|aids|ms(?! (teams|office|word|excel|outlook|project|windows|copilot))|multiple sclerosis|parkinson…|lupus|crohns?|eating disorder|anorexi…|bulimi…|addict…|alcoholi…|chemo…|dialysis|infertil…|ivf|miscarr…|abortion|stillb…|endometriosis|long covid|chronic…|disabilit…|stroke|heart attack|burn ?out|breakdown|mental health|therap…|psychiatr…|psycholog…|surgery|operation|rehab|insomnia|trauma…)';
export const krankheit =
  '(krebs…|tumor…|leukaemie|depress…|angststoerung…|panik…|bipolar…|epileps…|diabet…|hiv|aids|ms|multiple sklerose|parkinson|essstoerung…|magersucht|bulimie|sucht|suechtig|alkoholi…|alkoholkrank…|chemo…|dialyse|kinderwunsch…|fehlgeburt…|totgeburt…|abtreibung|schlaganfall|herzinfarkt|burn ?out|zusammenbruch|therapie|therapeut…|psychiat…|psycholog…|psychotherap…|operation|reha|trauma…|chronisch…|schwerbehind…|endometriose|adhs|autis…)';
export const wrong =
  '(fraud…|brib…|corrupt…|embezzl…|kickbacks?|launder…|money laundering|insider trading|price fixing|forg(e|ed|es|ing|ery)|falsif…|stealing|steals|stole|theft|misconduct|wrongdoing|illegal|cheating|fak(e|ing|ed) (invoices?|receipts?|expenses?|numbers|figures|reports?|documents?)|safety violations?|violations?)';
export const unrecht =
  '(betrug…|betrueg…|bestech…|bestochen|korrupt…|schmiergeld…|unterschlag…|unterschlaeg…|veruntreu…|faelsch…|gefaelscht…|geldwaesche|schwarzgeld|insiderhandel|kartell…|straftat…|rechtsverstoss|verstoss|verstoesse|missstand|missstaende|klaut|gestohlen hat|illegal…)';
