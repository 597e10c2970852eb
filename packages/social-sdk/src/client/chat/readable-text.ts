/** Names by which a game shows what a text mentions; null for what is not known. */
export interface Names {
  user(id: bigint): string | null
  channel(id: bigint): string | null
}

/** Mentions of users and channels, and emoji of guilds. */
const MARKUP = /<(?:@!?(?<user>\d{1,20})|#(?<channel>\d{1,20})|a?:(?<emoji>\w{2,32}):\d{1,20})>/g

/** Returns a text with names in place of mentions and emoji. Markup of unknown things stays as it is. */
export function readableText(text: string, names: Names): string {
  return text.replace(MARKUP, (markup, user?: string, channel?: string, emoji?: string) => {
    if (emoji !== undefined) return `:${emoji}:`
    const name = user === undefined ? names.channel(BigInt(channel ?? 0)) : names.user(BigInt(user))
    if (name === null) return markup
    return `${user === undefined ? '#' : '@'}${name}`
  })
}
