import { type AskingWords, anyOf, endingIn, only, timeMark as time } from './asking-words.ts';

const rule =
  '(?:\\p{L}*regel(?:n|ung|ungen)?|\\p{L}*richtlinien?|\\p{L}*vorschrift(?:en)?|\\p{L}*grenzen?|\\p{L}*limit|\\p{L}*höchstbetrag|\\p{L}*pauschalen?|\\p{L}*satz|\\p{L}*frist(?:en)?|\\p{L}*anspruch|\\p{L}*geld|fassung|version|handbuch)';
const people =
  '(?:wir|man|mitarbeitende|mitarbeiter|mitarbeiterinnen|angestellte|beschäftigte|alle|praktikanten|ein|eine)';
const quantity = '\\p{L}*(?:tage|wochen|monate|stunden|urlaub|prozent)';
const state = '(?:geregelt|erlaubt|nötig|notwendig|vorgeschrieben|verboten|zulässig|in kraft)';

export const german: AskingWords = {
  language: 'de',
  past: anyOf(
    '<(?:was|welche[rsnm]?|wie)>.*<(?:galt|galten)>',
    `^(?:wie|was|welche[rsnm]?)>.*<(?:war|waren|lautete|lauteten)>.*<(?:${rule}|${state})>`,
    `^(?:wie|was|welche[rsnm]?)>.*<${rule}>.*<(?:war|waren)>`,
    `<was (?:stand|sagten?)>.*<${rule}>`,
    `^wie viele?>.*<${quantity}>.*<(?:hatten|bekamen|erhielten) ${people}>`,
    `^wie (?:viele?|hoch|lang|lange|oft|weit)>.*<(?:durften?|mussten?) ${people}>`,
    '^wie viele?>.*<gab es>',
    `^(?:durften?|mussten?) ${people}>`,
    `^(?:war|waren)>.*<${state}>`,
  ),
  future: anyOf(
    `^(?:was|welche[rsnm]?|wie)>.*<(?:wird|werden)>.*<(?:gelten|ändern|${rule})>`,
    '^wie viele?>.*<werden wir>.*<(?:bekommen|haben|erhalten)>',
    `^(?:was|welche[rsnm]?)>.*<(?:gilt|gelten|ändert sich)>.*${time}`,
  ),
  named: anyOf(`<${rule} (?:von|aus|vom) ${time}`),
  personal: anyOf('<(?:ich|mein\\p{L}*|mir|mich|wann|wer|warum|wo|krankheitstage)>'),
  marked: anyOf(''),
  hasBareYears: true,
  leadIn:
    /^(?:und |also |hallo,? )*(?:(?:bitte )?sag(?:en sie)? (?:mir|uns),? |(?:ich möchte|ich will|ich muss) wissen,? |weißt du,? |wissen sie,? )/u,
  prepositions: {
    marker: endingIn('stand:?(?: vom| am)?'),
    before: endingIn('vor(?: dem| der)?'),
    until: endingIn('bis(?: zum| zur)?'),
    since: endingIn('(?:seit|ab|nach)(?: dem| der)?'),
    at: endingIn('(?:im|am|in|zum|für|im jahre?|im monat)(?: dem)?'),
  },
  followUp: only('(?:und|wie war es|wie war das|und wie war es|und wie war das)?\\s*(?:im|am|in|vor|im jahr)?'),
  today: anyOf('^(?:und |aber |wie ist (?:es|das) )*(?:heute|jetzt|aktuell|derzeit)$'),
};
