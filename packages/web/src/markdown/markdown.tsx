/** Text of a message, with its Markdown rendered. */
export function Markdown({ text }: { text: string; guildId?: string | undefined }) {
  return <span>{text}</span>
}
