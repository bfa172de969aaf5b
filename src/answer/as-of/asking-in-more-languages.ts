import { type AskingWords, anyOf, endingIn, only, timeMark as time } from './asking-words.ts';

export const french: AskingWords = {
  language: 'fr',
  past: anyOf(
    "<(?:quel(?:le)?s?|que|qu[’'].?|comment).*<(?:était|étaient|disait|disaient|prévoyait)>.*<(?:règles?|règlements?|politiques?|plafonds?|limites?|délais?|indemnités?|taux|en vigueur|droits?)>",
    "<(?:règles?|règlements?|politiques?|plafonds?|limites?)>.*<(?:s[’']appliquai(?:t|ent)|étai(?:t|ent) en vigueur)>",
    '<combien>.*<(?:jours|heures|semaines|congés?)>.*<(?:avions-nous|avait-on|recevait-on|recevions-nous|y avait-il)>',
    '<(?:fallait-il|pouvait-on|pouvions-nous|devions-nous|devait-on)>',
  ),
  future: anyOf(
    "<(?:règles?|règlements?|politiques?|plafonds?|limites?)>.*<(?:s[’']appliquer(?:a|ont)|ser(?:a|ont))>",
    '<(?:quel(?:le)?s?)>.*<ser(?:a|ont)>.*<(?:règles?|plafonds?|limites?|politiques?)>',
    '<combien>.*<(?:aurons-nous|aura-t-on)>',
  ),
  named: anyOf(`<(?:politique|règlement|version) de ${time}`),
  personal: anyOf("<(?:je|j['’]|mon|ma|mes|me|m['’]|quand|qui|pourquoi)"),
  marked: anyOf(''),
  hasBareYears: false,
  leadIn: /^(?:et |bonjour,? )*(?:pouvez-vous me dire |dites-moi |peux-tu me dire )/u,
  prepositions: {
    marker: endingIn('à la date du'),
    before: endingIn("avant(?: le| la| l['’])?"),
    until: endingIn("jusqu['’](?:au|en|à)"),
    since: endingIn('(?:depuis|après|à partir d[eu]|dès)(?: le| la)?'),
    at: endingIn("(?:en|le|au|à|pour|durant|pendant)(?: le| l['’]| l['’]année)?"),
  },
  followUp: only('(?:et)?\\s*(?:en|le|au|avant)?'),
  today: anyOf("^(?:et |mais )?(?:aujourd['’]hui|maintenant|actuellement)$"),
};

export const spanish: AskingWords = {
  language: 'es',
  past: anyOf(
    '<(?:cuál|cuáles|qué|cómo)>.*<(?:era|eran|decía|decían|regía|regían|estaban? en vigor|se aplicaban?)>',
    '<cuánt[oa]s?>.*<(?:días|horas|semanas)>.*<(?:teníamos|había|recibíamos|se tenían?)>',
    '<(?:se podía|podíamos|había que|teníamos que)>',
  ),
  future: anyOf('<(?:cuál|cuáles|qué)>.*<(?:será|serán|se aplicarán?|regirán?)>', '<cuánt[oa]s?>.*<tendremos>'),
  named: anyOf(`<(?:política|normativa|versión) de ${time}`),
  personal: anyOf('<(?:yo|mi|mis|me|cuándo|quién|por qué)>'),
  marked: anyOf(''),
  hasBareYears: false,
  leadIn: /^(?:y |hola,? )*(?:puedes decirme |me puedes decir |dime )/u,
  prepositions: {
    marker: endingIn('a fecha de'),
    before: endingIn('antes de(?:l)?'),
    until: endingIn('hasta(?: el)?'),
    since: endingIn('(?:desde|después de|a partir de)(?:l| el)?'),
    at: endingIn('(?:en|el|durante|para|a)(?: el)?'),
  },
  followUp: only('(?:y)?\\s*(?:en|el|antes del?)?'),
  today: anyOf('^(?:y |pero )?(?:hoy|ahora|actualmente)$'),
};

export const italian: AskingWords = {
  language: 'it',
  past: anyOf(
    "<(?:qual|quali|che cosa|cosa|che|com['’]).*<(?:era|erano|diceva|dicevano|valeva|valevano|vigeva|si applicavan?o?)>",
    '<quant[oiae]>.*<(?:giorni|ore|settimane)>.*<(?:avevamo|si avevano|erano|ricevevamo)>',
    '<(?:si poteva|potevamo|si doveva|dovevamo)>',
  ),
  future: anyOf(
    '<(?:qual|quali|che cosa|cosa|che)>.*<(?:sarà|saranno|varranno|varrà|si applicherà)>',
    '<quant[oiae]>.*<avremo>',
  ),
  named: anyOf(`<(?:policy|regola|politica|versione) (?:del|di) ${time}`),
  personal: anyOf('<(?:io|ero|mio|mia|miei|mie|mi|quando|chi|perché)>'),
  marked: anyOf(''),
  hasBareYears: false,
  leadIn: /^(?:e |ciao,? )*(?:puoi dirmi |mi puoi dire |dimmi )/u,
  prepositions: {
    marker: endingIn('alla data del'),
    before: endingIn("prima (?:del|di|dell['’])"),
    until: endingIn('fino (?:al|a)'),
    since: endingIn("(?:dal|da|dopo|dopo il|a partire dal|dall['’])"),
    at: endingIn("(?:nel|in|a|ad|il|durante|per|nell['’])(?: il)?"),
  },
  followUp: only('(?:e)?\\s*(?:nel|in|a|il|prima del)?'),
  today: anyOf('^(?:e |ma )?(?:oggi|adesso|ora|attualmente)$'),
};

export const dutch: AskingWords = {
  language: 'nl',
  past: anyOf(
    '<(?:wat|welke|hoe)>.*<(?:was|waren|zei|gold|golden)>.*<(?:regels?|\\p{L}*beleid|limiet|\\p{L}*vergoeding|maximum|termijn|richtlijn(?:en)?|versie|van kracht)>',
    '<(?:wat|welke)>.*<(?:regels?|\\p{L}*beleid|limiet|richtlijn(?:en)?|versie)>.*<(?:was|waren|gold|golden)>',
    '<hoeveel>.*<\\p{L}*(?:dagen|uren|weken|verlof)>.*<(?:kregen we|hadden we|kreeg men|waren er)>',
    '^(?:mochten we|moesten we|mocht men|moest men)>',
  ),
  future: anyOf(
    '<(?:wat|welke)>.*<(?:zal|zullen)>.*<(?:gelden|regels?|\\p{L}*beleid|limiet)>',
    '<(?:wat|welke)>.*<(?:regels?|\\p{L}*beleid)>.*<(?:zal|zullen)>',
    '<hoeveel>.*<(?:krijgen we|zullen we)>',
  ),
  named: anyOf(`<(?:\\p{L}*beleid|regels|versie) (?:van|uit) ${time}`),
  personal: anyOf('<(?:ik|mijn|mij|me|wanneer|wie|waarom)>'),
  marked: anyOf(''),
  hasBareYears: false,
  leadIn: /^(?:en |hallo,? )*(?:kun je me vertellen |vertel me )/u,
  prepositions: {
    marker: endingIn('peildatum'),
    before: endingIn('(?:voor|vóór)(?: de)?'),
    until: endingIn('tot(?: en met)?'),
    since: endingIn('(?:sinds|na|vanaf|uit)(?: de)?'),
    at: endingIn('(?:in|op|tijdens|gedurende)(?: het jaar| de)?'),
  },
  followUp: only('(?:en)?\\s*(?:in|op|voor|vóór)?'),
  today: anyOf('^(?:en |maar )?(?:vandaag|nu|momenteel)$'),
};

export const portuguese: AskingWords = {
  language: 'pt',
  past: anyOf(
    '<(?:qual|quais|que|como)>.*<(?:era|eram|dizia|diziam|vigorava|vigoravam|valia|valiam|se aplicavam?|estavam? em vigor)>',
    '<quant[oa]s?>.*<(?:dias|horas|semanas)>.*<(?:tínhamos|havia|recebíamos)>',
    '<(?:podíamos|tínhamos que|era preciso)>',
  ),
  future: anyOf('<(?:qual|quais|que)>.*<(?:será|serão|se aplicarão?|vigorará)>', '<quant[oa]s?>.*<teremos>'),
  named: anyOf(`<(?:política|norma|versão) de ${time}`),
  personal: anyOf('<(?:eu|meu|minha|meus|minhas|me|quando|quem|por que)>'),
  marked: anyOf(''),
  hasBareYears: false,
  leadIn: /^(?:e |olá,? )*(?:pode me dizer |podes dizer-me |diga-me )/u,
  prepositions: {
    marker: endingIn('à data de|na data de'),
    before: endingIn('antes d[eo]'),
    until: endingIn('até(?: [oa])?'),
    since: endingIn('(?:desde|depois d[eo]|a partir d[eo])'),
    at: endingIn('(?:em|no|na|a|durante|para)'),
  },
  followUp: only('(?:e)?\\s*(?:em|no|antes d[eo])?'),
  today: anyOf('^(?:e |mas )?(?:hoje|agora|atualmente)$'),
};
