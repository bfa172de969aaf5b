/**
 * Words and phrases of the pre-check, in English and German. They are matched against normalized text: lower case, umlauts
 * spelled out, no apostrophes, ` , ` for any punctuation. `~` stands for up to six words in between, `…` for any word ending.
 * Alternatives stand in parentheses, so that a line reads like the sentences that it finds.
 */
export interface TopicPatterns {
  /** Someone tells of a case, whatever else the message asks. */
  readonly told: readonly string[];
  /** The name of the matter: about a case, unless the message asks for a rule, a course or a benefit. */
  readonly named: readonly string[];
}

/** Asks for a rule, a course or a benefit, not about a case. */
export const asksInGeneral =
  '(policy|policies|richtlinie…|code of conduct|verhaltenskodex|kodex|training…|trainings|schulung…|course|kurs|workshop|webinar|define…|definition…|definiert|defined|what counts|gilt als|was ist|bedeutet|mean|means|what is a|page|seite|website|hotline part|part of|prevention|screening|program…|programm…|benefits?|benefit|cover|covers|covered|coverage|plan|insurance|versicherung|law|gesetz…|directive|handbook|handbuch|report template|statistics|anti)';

/** With it, a question in general terms is about someone all the same. */
export const tellsOfPeople =
  '(me|myself|us|mich|mir|uns|my (boss|manager|supervisor|lead|team lead|colleague|coworker|co worker|director|client|customer)|mein… (chef…|vorgesetzte…|kolleg…|leiter…|teamleiter…))';

/** A request to the bot, in which "me" tells nothing. */
export const politeRequests =
  '((tell|show|give|send|remind|help|point|let|explain to|excuse) me|(sag|sage|zeig|zeige|gib|schick|erklaer|erklaere|hilf|sagen|zeigen|geben|schicken|erklaeren|helfen) (mir|uns)|(kannst|koennen|koenntest|kann) (du|sie|ihr|man|jemand) (mir|uns))';

/** Spelled right so that a slip of a letter is still recognized; nothing shorter, which is too close to other words. */
export const spellings: readonly string[] =
  'harassed harassing harassment bullied bullying discriminated discrimination humiliates humiliated retaliation suicidal suicide whistleblower whistleblowing corruption embezzling miscarriage depression diagnosed surgery anxiety funeral threatened threatening belaestigt belaestigung diskriminiert diskriminierung gemobbt schikaniert beleidigt selbstmord umbringen suizidgedanken kollegen kollege vorgesetzter kollegen kollege vorgesetzter gestorben verstorben depressionen panikattacken fehlgeburt bestechung korruption schmiergeld vergeltung operiert'.split(
    ' ',
  );
