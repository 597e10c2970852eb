import type { ApiClient, ResponseOf } from '@guildhall/client'
import { FaultyInputError, UserError } from '../../kernel/user-error.ts'
import { BLOCK_KINDS } from '../../resources/accounts/blocks/model.ts'
import { RESOLUTIONS } from '../../resources/administration/reports/rules.ts'
import { printable } from '../terminal/text.ts'
import type { AdminAction } from './admin-action.ts'

/** Actions of `guildhall admin` by which operators moderate, by name. */
export const MODERATION_ACTIONS: Readonly<Record<string, AdminAction>> = {
  reports: {
    usage: '[ID] [--all] [--after ID] [--limit N]',
    words: [0, 1],
    options: ['all', 'after', 'limit'],
    async run(api, [id], { all = false, after, limit }) {
      if (id !== undefined) {
        const body = await api.call('get_report', { params: { report_id: id } })
        return { body, text: [reportLine(body), ...reasonLines(body), ...evidenceLines(body)].join('\n') }
      }
      const body = await api.call('list_reports', {
        query: { ...(!all && { state: 'open' }), ...(after && { after }), ...(limit && { limit }) },
      })
      return { body, text: body.map(reportLine).join('\n') || 'None.' }
    },
  },
  resolve: {
    usage: `ID ${RESOLUTIONS.join('|')} [--for 7d] [--note T]`,
    words: 2,
    options: ['for', 'note'],
    async run(api, [id = '', word = ''], { seconds, note = null }) {
      const action = wordOf('An action', RESOLUTIONS, word)
      if (seconds !== undefined && action !== 'suspend') throw new FaultyInputError('--for belongs to suspend')
      const body = await api.call('resolve_report', {
        params: { report_id: id },
        body: { action, note, ...(seconds !== undefined && { duration_seconds: seconds }) },
      })
      return { body, text: reportLine(body) }
    },
  },
  sizes: {
    usage: '',
    words: 0,
    options: [],
    async run(api) {
      const body = await api.call('get_sizes')
      return { body, text: sizeLines(body).join('\n') }
    },
  },
  raid: {
    usage: 'on|off [--minutes N]',
    words: 1,
    options: ['minutes'],
    async run(api, [word = ''], { minutes }) {
      const active = wordOf('Raid mode', ['on', 'off'] as const, word) === 'on'
      const body = await api.call('update_raid_mode', { body: { active, ...(minutes && { minutes }) } })
      return { body, text: body.raid ? `Raid mode is on until ${body.raid.until}.` : 'Raid mode is off.' }
    },
  },
  blocks: {
    usage: '',
    words: 0,
    options: [],
    async run(api) {
      const body = await api.call('list_blocks')
      return { body, text: body.map(blockLine).join('\n') || 'None.' }
    },
  },
  block: {
    usage: `${BLOCK_KINDS.join('|')} VALUE [--note T]`,
    words: 2,
    options: ['note'],
    async run(api, [kind = '', value = ''], { note = null }) {
      const body = await api.call('create_block', { body: { kind: wordOf('A kind', BLOCK_KINDS, kind), value, note } })
      return { body, text: blockLine(body) }
    },
  },
  unblock: {
    usage: 'VALUE|ID',
    words: 1,
    options: [],
    async run(api, [wanted = '']) {
      const block = await findBlock(api, wanted)
      await api.call('delete_block', { params: { block_id: block.id } })
      return { body: null, text: `${printable(block.value)} is blocked no more.` }
    },
  },
}

type Block = ResponseOf<'create_block'>
type Listed = ResponseOf<'list_reports'>[number]
type Report = ResponseOf<'get_report'>

/** @throws FaultyInputError for an unknown word */
function wordOf<T extends string>(what: string, known: readonly T[], word: string): T {
  const found = known.find((entry) => entry === word)
  if (!found) throw new FaultyInputError(`${what} is one of ${known.join(', ')}, not ${JSON.stringify(word)}.`)
  return found
}

/** Returns the block of a value or an id. @throws UserError for none */
async function findBlock(api: ApiClient, wanted: string): Promise<Block> {
  const value = wanted.trim().toLowerCase()
  const found = (await api.call('list_blocks')).find((block) => block.id === wanted || block.value === value)
  if (!found) throw new UserError(`${printable(wanted)} is not blocked.`)
  return found
}

function blockLine({ id, kind, value, note }: Block): string {
  return printable(`${id}  ${kind}  ${value}${note ? `  ${note}` : ''}`)
}

function reportLine({ id, state, kind, count, target }: Listed): string {
  const { user_id, guild_id, channel_id, message_id } = target
  const place = [
    user_id && `person ${user_id}`,
    guild_id && `guild ${guild_id}`,
    channel_id && `channel ${channel_id}`,
    message_id && `message ${message_id}`,
  ]
  return printable(`${id}  ${state}  ${kind}, ${place.filter(Boolean).join(', ')}, ${count} reports`)
}

function reasonLines({ reasons }: Report): string[] {
  return reasons.map(({ reason, text, at }) => printable(`${at}  reason ${reason}${text ? `: ${text}` : ''}`))
}

function evidenceLines({ evidence }: Report): string[] {
  if (!evidence) return []
  const line = (
    mark: string,
    { timestamp, author, content, attachments }: NonNullable<Report['evidence']>['message'],
  ) =>
    printable(`${mark} ${timestamp}  ${author.username}: ${[content, ...attachments.map(({ url }) => url)].join(' ')}`)
  return [
    ...evidence.before.map((message) => line(' ', message)),
    line('>', evidence.message),
    ...evidence.after.map((message) => line(' ', message)),
  ]
}

function sizeLines({ total, by_kind, guilds, people, disk, growth_bytes_per_day: growth }: ResponseOf<'get_sizes'>) {
  const free = disk.free === null ? 'unknown' : `${disk.free} bytes`
  return [
    `${total} bytes in all, ${growth} more each day; free on the disk: ${free}, ${disk.reserve} kept free`,
    ...Object.entries(by_kind).map(([kind, bytes]) => `${kind}: ${bytes} bytes`),
    ...guilds.map(
      ({ id, name, messages, bytes }) =>
        `guild ${id}  ${printable(name)}  ${messages} messages, ${bytes} bytes of files`,
    ),
    ...people.map(({ id, name, bytes }) => `person ${id}  ${printable(name)}  ${bytes} bytes of files`),
  ]
}
