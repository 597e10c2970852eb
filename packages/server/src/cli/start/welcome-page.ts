import type { Addresses } from '../../kernel/platform.ts'
import type { FilledWorld } from '../../world/index.ts'

export interface WelcomeFacts {
  addresses: Addresses
  /** Path of the authority's certificate; null without TLS. */
  ca: string | null
  /** Address of the inspector with the control key; null where the control API is not served. */
  inspector: string | null
  /** The data folder, or `:memory:`. */
  data: string
  /** World of the first start; null if its secrets are stored as hashes only. */
  world: FilledWorld | null
  /** Whether the store has nobody. */
  isEmpty: boolean
  /** Of the terminal: whether it shows them. */
  colours: boolean
}

const PEOPLE_MAX = 5
const BOTS_MAX = 3

/** The page that a person sees when the platform is ready: where it is, who can sign in, how a first bot connects. */
export function welcomePage(facts: WelcomeFacts): string {
  const style = facts.colours ? coloured : plain
  const lines = [
    '',
    `${style.bold('Guildhall is ready')}  ${style.link(facts.addresses.url)}`,
    '',
    ...addressLines(facts, style),
  ]
  if (facts.world) lines.push(...peopleLines(facts.world, style), ...botLines(facts.world, facts.addresses, style))
  else if (facts.isEmpty) lines.push('', 'Nobody is here yet.')
  else lines.push('', 'The world is as it was left; people and bots keep the secrets of the first start.')
  return `${[...lines, '', style.faint('Stop with Ctrl+C. All options: guildhall --help')].join('\n')}\n`
}

interface Style {
  bold(text: string): string
  faint(text: string): string
  link(text: string): string
}

const same = (text: string) => text
const plain: Style = { bold: same, faint: same, link: same }
const coloured: Style = {
  bold: (text) => `\x1b[1m${text}\x1b[22m`,
  faint: (text) => `\x1b[2m${text}\x1b[22m`,
  link: (text) => `\x1b[36m${text}\x1b[39m`,
}

/**
 * Names come from a world file that may be somebody else's: control characters would steer the terminal, also those
 * that turn the direction of writing.
 */
function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
}

function addressLines({ addresses, ca, data, inspector }: WelcomeFacts, style: Style): string[] {
  const rows: [string, string][] = [
    ['HTTP API', style.link(addresses.api)],
    ['Gateway', style.link(addresses.gateway)],
    ['CDN', style.link(addresses.cdn)],
    ...(inspector === null ? [] : [['Inspector', style.link(inspector)] satisfies [string, string]]),
    ['Data', data === ':memory:' ? 'in memory, gone when stopped' : printable(data)],
  ]
  if (ca !== null) rows.push(['TLS', `on the same port; trust ${printable(ca)}`])
  return columns(rows)
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, index) => Math.max(all[index] ?? 0, cell.length)),
    [],
  )
  return rows.map(
    (row) =>
      `  ${row.map((cell, index) => (index < row.length - 1 ? cell.padEnd(widths[index] ?? 0) : cell)).join('  ')}`,
  )
}

function peopleLines(world: FilledWorld, style: Style): string[] {
  const people = Object.values(world.users)
  if (people.length === 0) return []
  const rows = people.slice(0, PEOPLE_MAX).map((user) => [printable(user.username), printable(user.password)])
  return ['', style.bold('People and their passwords'), ...columns(rows), ...more(people.length - PEOPLE_MAX)]
}

function botLines(world: FilledWorld, addresses: Addresses, style: Style): string[] {
  const bots = Object.values(world.applications).flatMap(({ name, bot }) => (bot ? [{ name, token: bot.token }] : []))
  const [first] = bots
  if (!first) return []
  const rows = bots.slice(0, BOTS_MAX).map(({ name, token }) => [printable(name), printable(token)])
  return [
    '',
    style.bold('Bots and their tokens'),
    ...columns(rows),
    ...more(bots.length - BOTS_MAX),
    '',
    style.bold('Connect one with discord.js 14'),
    ...discordJsLines(addresses, printable(first.token)).map((line) => `  ${line}`),
  ]
}

function more(count: number): string[] {
  return count > 0 ? [`  and ${count} more; --json prints them all`] : []
}

/** It asks the API for the gateway's address, so that these two addresses are all it needs. */
function discordJsLines({ api, cdn }: Addresses, token: string): string[] {
  return [
    `import { Client, Events, GatewayIntentBits } from 'discord.js'`,
    `const { Guilds, GuildMessages, MessageContent } = GatewayIntentBits`,
    `const client = new Client({`,
    `  intents: [Guilds, GuildMessages, MessageContent],`,
    `  rest: { api: '${api}', version: '10', cdn: '${cdn}' },`,
    `})`,
    `client.once(Events.ClientReady, () => console.log('Connected'))`,
    `client.on(Events.MessageCreate, (message) => message.content === 'ping' && message.reply('pong'))`,
    `client.login(${JSON.stringify(token)})`,
  ]
}
