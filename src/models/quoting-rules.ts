/**
 * How a model whose API knows no citations cites: added to the system prompt, byte for byte the same. What it writes so
 * is read by `readCitedText`.
 */
export const quotingRules = `How to cite
- Passages that tools return are numbered: <passage number="3" ...>.
- After every statement, copy the words that support it, exactly as they stand in the passage, behind its number: [[3: exact words of passage 3]]. One or more whole sentences are best; never shorten with dots, change or translate the words inside the brackets.
- Example: New employees get 20 days of leave a year. [[3: New employees receive 20 days of paid leave per calendar year.]]
- The brackets are checked against the passages and taken out; people see them as numbered sources. A statement without brackets, or whose words do not stand in that passage, is not sent. So put no other numbers or source names in your text.`;
