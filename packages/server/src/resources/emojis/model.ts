const FIRST = /^(?:\p{Extended_Pictographic}|\p{Emoji_Presentation}|\p{Regional_Indicator}|[#*0-9]\u{fe0f}?\u{20e3})/u
const WHOLE = /^[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u
/** Characters of the longest emoji: a family of people with their joiners. */
const LENGTH_MAX = 20

/** Is this text one emoji of Unicode? Newer ones than the runtime's tables know pass where they are pictographs. */
export function isUnicodeEmoji(text: string): boolean {
  return FIRST.test(text) && WHOLE.test(text) && [...text].length <= LENGTH_MAX
}
