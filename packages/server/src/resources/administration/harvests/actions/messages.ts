import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Snowflake, snowflakeTime } from '@guildhall/protocol'
import { SYSTEM_ACTOR, type Units } from '../../../../kernel/units.ts'
import { listOwnMessages } from '../../../messaging/messages/index.ts'
import { listGameMessagesOf } from '../content-store.ts'

const GAME_PAGE = 1_000

/** Files with a person's messages, one for each channel. */
export interface MessageFiles {
  readonly messages: number
  readonly channels: readonly Snowflake[]
  pathOf(channelId: Snowflake): string
}

interface Collecting {
  readonly units: Units
  readonly folder: string
  readonly userId: Snowflake
  readonly isOver: () => boolean
}

/** A message as packages hold it. */
interface Written {
  readonly id: Snowflake
  readonly channel_id: Snowflake
  readonly content: string
  readonly attachments: readonly { readonly url: string }[]
}

/** Writes the messages of a person into files, one part of the table after the other. Null if the process ends. */
export async function collectMessages({ units, folder, userId, isOver }: Collecting): Promise<MessageFiles | null> {
  const counts = new Map<Snowflake, number>()
  const pathOf = (channelId: Snowflake) => join(folder, `c${channelId}.json`)
  const append = async (rows: readonly Written[]) => {
    for (const [channelId, messages] of Map.groupBy(rows, ({ channel_id }) => channel_id)) {
      const before = counts.get(channelId) ?? 0
      const lines = messages.map(lineOf).join(',\n')
      await appendFile(pathOf(channelId), `${before === 0 ? '[\n' : ',\n'}${lines}`, { mode: 0o600 })
      counts.set(channelId, before + messages.length)
    }
  }
  for (let after: Snowflake | null = 0n; after !== null; ) {
    if (isOver()) return null
    const from: Snowflake = after
    const page = await units.read(SYSTEM_ACTOR, (work) => listOwnMessages(work, userId, from))
    await append(page.messages)
    after = page.after
  }
  for (let after: Snowflake | null = 0n; after !== null; ) {
    const from: Snowflake = after
    const page = await units.read(SYSTEM_ACTOR, (work) =>
      listGameMessagesOf(work, userId, { after: from, limit: GAME_PAGE }),
    )
    await append(page.map((message) => ({ ...message, attachments: [] })))
    after = page.at(-1)?.id ?? null
  }
  for (const channelId of counts.keys()) await appendFile(pathOf(channelId), '\n]\n')
  const messages = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return { messages, channels: [...counts.keys()], pathOf }
}

function lineOf({ id, content, attachments }: Written): string {
  return JSON.stringify({
    ID: id.toString(),
    Timestamp: new Date(snowflakeTime(id)).toISOString(),
    Contents: content,
    Attachments: attachments.map(({ url }) => url).join(' '),
  })
}
