import { setTimeout } from 'node:timers/promises'
import type { ApiClient, ApiFailure, ResponseOf } from '@guildhall/client'
import { FaultyInputError, UserError } from '../../kernel/user-error.ts'
import { isSettingName, type SettingName } from '../../resources/accounts/instance-settings/model.ts'
import { readSetting } from '../../resources/accounts/instance-settings/rules.ts'
import { printable } from '../terminal/text.ts'
import type { AdminAction, AdminResult } from './admin-action.ts'
import { MODERATION_ACTIONS } from './moderation-actions.ts'

type Account = ResponseOf<'get_account'>

const ROLES = ['owner', 'admin', 'moderator'] as const

/** Actions of `guildhall admin` by name, in the order of the help. */
export const ADMIN_ACTIONS: Readonly<Record<string, AdminAction>> = {
  people: {
    usage: '[--search T] [--state S]',
    words: 0,
    options: ['search', 'state', 'limit'],
    async run(api, _words, { search, state, limit }) {
      const body = await api.call('list_accounts', {
        query: { ...(search && { query: search }), ...(state && { state }), ...(limit && { limit }) },
      })
      return { body, text: body.map(lineOf).join('\n') || 'Nobody.' }
    },
  },
  show: {
    usage: 'NAME',
    words: 1,
    options: [],
    async run(api, [name = '']) {
      const body = await findPerson(api, name)
      return { body, text: lineOf(body) }
    },
  },
  create: {
    usage: 'NAME [--email A] [--role R]',
    words: 1,
    options: ['email', 'role'],
    async run(api, [username = ''], { email = null, role = null }) {
      const body = await api.call('create_account', { body: { username, email, role: roleOf(role) } })
      return { body, text: `${lineOf(body.user)}\nOne-time link, for 24 hours: ${body.url}` }
    },
  },
  approve: {
    usage: 'NAME',
    words: 1,
    options: [],
    async run(api, [name = '']) {
      const { id } = await findPerson(api, name)
      await api.call('approve_registration', { params: { user_id: id } })
      return after(api, id)
    },
  },
  reject: {
    usage: 'NAME [--reason T]',
    words: 1,
    options: ['reason'],
    async run(api, [name = ''], { reason = null }) {
      const { id, username } = await findPerson(api, name)
      await api.call('reject_registration', { params: { user_id: id }, body: { reason } })
      return { body: null, text: `${printable(username)} was rejected.` }
    },
  },
  link: {
    usage: 'NAME [--reset-factors]',
    words: 1,
    options: ['reset-factors'],
    async run(api, [name = ''], { resetFactors = false }) {
      const { id } = await findPerson(api, name)
      if (resetFactors) await api.call('delete_account_factors', { params: { user_id: id } })
      const body = await api.call('create_account_link', { params: { user_id: id } })
      return { body, text: `One-time link, until ${body.expires_at}: ${body.url}` }
    },
  },
  role: {
    usage: 'NAME owner|admin|moderator|none',
    words: 2,
    options: [],
    async run(api, [name = '', role = '']) {
      const { id } = await findPerson(api, name)
      const body = await api.call('update_account', { params: { user_id: id }, body: { role: roleOf(role) } })
      return { body, text: lineOf(body) }
    },
  },
  suspend: {
    usage: 'NAME [--for 7d] [--reason T]',
    words: 1,
    options: ['for', 'reason'],
    async run(api, [name = ''], { seconds = null, reason = null }) {
      const { id } = await findPerson(api, name)
      await api.call('create_platform_ban', { params: { user_id: id }, body: { duration_seconds: seconds, reason } })
      return after(api, id)
    },
  },
  unsuspend: {
    usage: 'NAME',
    words: 1,
    options: [],
    async run(api, [name = '']) {
      const { id } = await findPerson(api, name)
      await api.call('delete_platform_ban', { params: { user_id: id } })
      return after(api, id)
    },
  },
  delete: {
    usage: 'NAME [--messages keep|delete] [--now]',
    words: 1,
    options: ['messages', 'now'],
    async run(api, [name = ''], { messages = 'keep', now = false }) {
      const { id, username } = await findPerson(api, name)
      const body = await api.call('delete_account', { params: { user_id: id }, body: { messages, now } })
      if (!now)
        return {
          body,
          text: `${printable(username)} was signed out, and is deleted when the days to come back are over.`,
        }
      await finished(api, body.job_id)
      return { body, text: `The account ${id} was deleted.` }
    },
  },
  'sign-out': {
    usage: 'NAME',
    words: 1,
    options: [],
    async run(api, [name = '']) {
      const { id } = await findPerson(api, name)
      await api.call('end_account_sessions', { params: { user_id: id } })
      return after(api, id)
    },
  },
  email: {
    usage: 'NAME [ADDRESS|none] [--verified]',
    words: [1, 2],
    options: ['verified'],
    async run(api, [name = '', address], { verified }) {
      const { id } = await findPerson(api, name)
      const email = address === 'none' ? null : address
      const body = await api.call('update_account', {
        params: { user_id: id },
        body: { ...(email !== undefined && { email }), ...(verified && { verified }) },
      })
      return { body, text: lineOf(body) }
    },
  },
  guilds: {
    usage: '[--search T] [--limit N]',
    words: 0,
    options: ['search', 'limit'],
    async run(api, _words, { search, limit }) {
      const body = await api.call('list_guild_sizes', {
        query: { ...(search && { query: search }), ...(limit && { limit }) },
      })
      const lines = body.map(
        ({ id, name, owner_id, members, messages, bytes }) =>
          `${id}  ${name}  of ${owner_id}, ${members} members, ${messages} messages, ${bytes} bytes of files`,
      )
      return { body, text: lines.map(printable).join('\n') || 'None.' }
    },
  },
  'delete-guild': {
    usage: 'ID',
    words: 1,
    options: [],
    async run(api, [id = '']) {
      await api.call('delete_any_guild', { params: { guild_id: id } })
      return { body: null, text: `The guild ${printable(id)} was deleted.` }
    },
  },
  invite: {
    usage: '[--uses N] [--expires 7d] [--email A]',
    words: 0,
    options: ['uses', 'expires', 'email'],
    async run(api, _words, { uses = 1, expires = null, email = null }) {
      const body = await api.call('create_registration_invite', { body: { uses, expires_seconds: expires, email } })
      return { body, text: inviteLine(body) }
    },
  },
  invites: {
    usage: '',
    words: 0,
    options: [],
    async run(api) {
      const body = await api.call('list_registration_invites', {})
      return { body, text: body.map(inviteLine).join('\n') || 'None.' }
    },
  },
  ...MODERATION_ACTIONS,
  settings: {
    usage: '[KEY [VALUE]]',
    words: [0, 2],
    options: [],
    async run(api, [name, value]) {
      if (name !== undefined && !isSettingName(name))
        throw new FaultyInputError(`${JSON.stringify(name)} is no setting; guildhall admin settings lists all`)
      if (name !== undefined && value !== undefined) return changeSetting(api, name, value)
      const body = await api.call('get_instance_settings', {})
      return { body, text: settingLines(body, name) }
    },
  },
  mail: {
    usage: '[--to A]',
    words: 0,
    options: ['to'],
    async run(api, _words, { to = null }) {
      if (to === null) {
        const body = await api.call('get_mail_state', {})
        const { waiting, failed, last_error } = body
        return { body, text: printable(`${waiting} waiting, ${failed} failed${last_error ? `: ${last_error}` : ''}`) }
      }
      const body = await api.call('send_test_mail', { body: { to } })
      if (!body.ok) throw new UserError(`The mail was not sent: ${printable(body.response)}`)
      return { body, text: `Sent: ${printable(body.response)}` }
    },
  },
  key: {
    usage: '--replace',
    words: 0,
    options: ['replace'],
    async run(api, _words, { replace = false }) {
      if (!replace) throw new FaultyInputError('admin key takes --replace: a new key, and the former one ends at once')
      const body = await api.call('replace_operator_key')
      return { body, text: body.key }
    },
  },
  note: {
    usage: 'NAME [TEXT]',
    words: [1, 2],
    options: [],
    async run(api, [name = '', note = null]) {
      const { id } = await findPerson(api, name)
      const body = await api.call('update_account', { params: { user_id: id }, body: { note } })
      return { body, text: lineOf(body) }
    },
  },
  log: {
    usage: '[--limit N]',
    words: 0,
    options: ['limit'],
    async run(api, _words, { limit }) {
      const body = await api.call('list_operators_log', { query: { ...(limit && { limit }) } })
      const lines = body.map(({ at, actor, action, target, reason }) =>
        [at, typeof actor === 'string' ? actor : actor.user_id, action, target ?? '', reason ?? '']
          .join('  ')
          .trimEnd(),
      )
      return { body, text: lines.map(printable).join('\n') || 'Nothing yet.' }
    },
  },
}

type Invite = ResponseOf<'create_registration_invite'>

function inviteLine({ url, uses, used, expires_at, email }: Invite): string {
  const facts = [`${used} of ${uses} used`, ...(expires_at ? [`until ${expires_at}`] : []), ...(email ? [email] : [])]
  return printable(`${url}  ${facts.join(', ')}`)
}

async function changeSetting(api: ApiClient, name: SettingName, text: string): Promise<AdminResult> {
  const read = readSetting(name, text)
  if ('fault' in read) throw new FaultyInputError(`${name} ${read.fault}`)
  const body = await api.call('update_instance_settings', { body: { [name]: read.value } })
  return { body, text: settingLines(body, name) }
}

/** Returns a line for each setting, or for one of them. */
function settingLines({ settings, locked }: ResponseOf<'get_instance_settings'>, only?: string): string {
  return Object.entries(settings)
    .filter(([name]) => only === undefined || name === only)
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}${locked.includes(name) ? '  (environment)' : ''}`)
    .map(printable)
    .join('\n')
}

const POLL_MS = 250

/** Waits for a job, which a command that opened the store itself would interrupt. @throws UserError if it fails */
async function finished(api: ApiClient, jobId: string): Promise<void> {
  for (;;) {
    const { state, error } = await api.call('get_operator_job', { params: { job_id: jobId } })
    if (state === 'done') return
    if (state === 'failed' || error !== null) throw new UserError(`The job has failed: ${printable(error ?? '')}`)
    await setTimeout(POLL_MS)
  }
}

async function after(api: ApiClient, userId: string): Promise<AdminResult> {
  const body = await api.call('get_account', { params: { user_id: userId } })
  return { body, text: lineOf(body) }
}

/** Returns the person of a user name or an id. @throws UserError for nobody */
async function findPerson(api: ApiClient, name: string): Promise<Account> {
  const wanted = name.toLowerCase()
  if (/^\d{17,20}$/.test(name)) return api.call('get_account', { params: { user_id: name } })
  for (let page: Account[] = []; ; ) {
    const last = page.at(-1)
    page = await api.call('list_accounts', { query: { query: wanted, ...(last && { after: last.id }) } })
    const found = page.find(({ username }) => username === wanted)
    if (found) return found
    if (page.length === 0) throw new UserError(`There is no person with the name ${printable(name)}.`)
  }
}

function roleOf(role: string | null): (typeof ROLES)[number] | null {
  if (role === null || role === 'none') return null
  const known = ROLES.find((entry) => entry === role)
  if (!known) throw new FaultyInputError(`A role is one of ${ROLES.join(', ')} and none, not ${JSON.stringify(role)}.`)
  return known
}

function lineOf({ id, username, global_name, state, role, email }: Account): string {
  const facts = [state, ...(role === null ? [] : [role]), ...(email ? [email] : [])]
  return printable(`${id}  ${username}${global_name ? ` (${global_name})` : ''}  ${facts.join(', ')}`)
}

/** Returns the message of a refusal for the terminal. */
export function refusalText({ status, message }: ApiFailure): string {
  if (status === 401) return 'The platform refuses the key. Give the right one: --key KEY.'
  return status === 0 ? `The platform cannot be reached: ${message}` : printable(message)
}
