import type { Snowflake } from '@guildhall/protocol'
import type { UploadedFile } from '../../../../kernel/files.ts'
import type { Work } from '../../../../kernel/work.ts'
import { demandUnblockedText } from '../../../accounts/blocks/index.ts'
import { demandRaidParts, demandRaidPause, isRestrictedByRaid, raidModeOf } from '../../../accounts/raid-mode/index.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { textOfMessage } from '../../../guild/auto-moderation/index.ts'
import { accountOf, type ChannelLocation, type MessageAuthor, type StoredSnapshot } from '../model.ts'
import type { MessageEditRequest, MessageRequest } from '../requests.ts'

/** More levels than components can have. */
const DEPTH_MAX = 12
const ADDRESS_FIELDS: ReadonlySet<string> = new Set(['url', 'icon_url'])

/** Account of an author. */
interface Author {
  readonly id: Snowflake
  readonly bot: boolean
}

/** A new message, as operators' blocks and raid mode look at it. */
interface ScreenedMessage {
  readonly work: Work
  readonly author: MessageAuthor
  readonly location: ChannelLocation
  readonly body: MessageRequest
  readonly files: readonly UploadedFile[]
  /** Messages that the message forwards. */
  readonly forwarded?: readonly StoredSnapshot[]
  readonly mentionsEveryone: boolean
}

/**
 * Rejects a new message that operators' blocks or raid mode forbid. It reads no text while nothing is blocked and raid
 * mode is off.
 *
 * @throws ApiError MESSAGE_BLOCKED_BY_AUTOMOD; in raid mode MISSING_PERMISSIONS and SLOWMODE
 */
export async function screenMessage(message: ScreenedMessage): Promise<void> {
  const { work, author, body, files, location, forwarded = [], mentionsEveryone } = message
  const textOf = () => `${screenedText(body)}\n${textOfMessage({ snapshots: forwarded })}`
  await demandUnblockedText(work, textOf)
  const account = accountOf(author)
  if (!account || !(await isRestrictedByRaid(work, account))) return
  const isFirstDm = location.view === null && location.channel.last_message_id === null
  const forwardedFiles = forwarded.flatMap((snapshot) => snapshot.message.attachments ?? [])
  demandRaidParts({ files: files.length + forwardedFiles.length, text: textOf(), mentionsEveryone, isFirstDm })
  await demandRaidPause(work, account.id)
}

/** Rejects a text of a message that is not in a channel, as `screenMessage` does. An edit is not counted. */
export async function screenText(
  work: Work,
  author: Author,
  { text, isFirstDm = false, isEdit = false }: { text: string; isFirstDm?: boolean; isEdit?: boolean },
): Promise<void> {
  await demandUnblockedText(work, () => text)
  if (!(await isRestrictedByRaid(work, author))) return
  demandRaidParts({ files: 0, text, mentionsEveryone: false, isFirstDm })
  if (!isEdit) await demandRaidPause(work, author.id)
}

/** Rejects what a new account may not add to a message in raid mode. @throws ApiError MISSING_PERMISSIONS */
export async function screenAdditions(
  work: Work,
  authorId: Snowflake,
  { body, files, mentionsEveryone }: { body: MessageEditRequest; files: number; mentionsEveryone: boolean },
): Promise<void> {
  if ((await raidModeOf(work)) === null) return
  const author = await findUser(work, authorId)
  // A webhook is no user.
  if (!author || !(await isRestrictedByRaid(work, author))) return
  demandRaidParts({ files, text: screenedText(body), mentionsEveryone, isFirstDm: false })
}

/** Returns what readers see of a request as text: its texts, the addresses behind them, and words about files. */
export function screenedText(body: MessageEditRequest): string {
  const addresses: string[] = []
  collectAddresses([body.embeds, body.components], addresses, 0)
  const files = (body.attachments ?? []).flatMap(({ filename, title, description }) => [filename, title, description])
  return [textOfMessage(body), ...addresses, ...files.filter((text) => text != null)].join('\n')
}

function collectAddresses(part: unknown, addresses: string[], depth: number): void {
  if (typeof part !== 'object' || part === null || depth > DEPTH_MAX) return
  for (const [key, value] of Object.entries(part)) {
    if (typeof value === 'string' && ADDRESS_FIELDS.has(key)) addresses.push(value)
    else collectAddresses(value, addresses, depth + 1)
  }
}
