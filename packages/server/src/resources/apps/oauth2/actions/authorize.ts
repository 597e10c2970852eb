import { ApiError, invalidForm, Permission, type Snowflake } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import { installForUser } from '../../../accounts/applications/index.ts'
import { tokenHash } from '../../../accounts/users/index.ts'
import { incomingWebhook, mayHoldWebhooks, saveNewWebhook } from '../../webhooks/index.ts'
import type { AuthorizeBody, AuthorizeQuery } from '../requests.ts'
import type { Fault } from '../rules.ts'
import { addToGuild } from './add-to-guild.ts'
import { announceConsent } from './announce.ts'
import { type Consent, defaultPermissions } from './consent.ts'
import { saveCode } from './save.ts'
import { issueTokens, newSecret, type TokenResponse } from './save-tokens.ts'

const CODE_LIFETIME_MS = 60_000

const DENIED: Fault = {
  fault: 'access_denied',
  description: 'The resource owner or authorization server denied the request',
}

/** Parameters of the redirect to the application; undefined ones are left out. */
type RedirectParameters = Record<string, string | undefined>

/**
 * Carries out a person's decision: installs the application, creates the requested webhook, and issues a token or a
 * code. Returns the parameters of the redirect.
 */
export async function authorize(
  work: Work,
  caller: Caller,
  consent: Consent,
  request: AuthorizeQuery,
  { authorize, webhook_channel_id = null }: AuthorizeBody,
): Promise<RedirectParameters> {
  const { state } = request
  const refusal = consent.fault ?? (authorize === false ? DENIED : null)
  if (refusal) return { error: refusal.fault, error_description: refusal.description, state }
  const guildId = await install(work, caller, consent, request)
  const { application, scopes, forUser } = consent
  await announceConsent(work, { application, user: caller.user, scopes, guildId, forUser })
  if (!consent.redirected) return {}
  const webhookId = await createWebhook(work, caller, consent, webhook_channel_id)
  if (request.response_type === 'token') {
    const tokens = await issueTokens(work, { application, userId: caller.userId, scopes, refresh: false })
    return { ...textFields(tokens), state }
  }
  const code = newSecret()
  await saveCode(work, {
    hash: tokenHash(code),
    application_id: application.id,
    user_id: caller.userId,
    expires_at: work.now + CODE_LIFETIME_MS,
    scopes,
    redirect_uri: request.redirect_uri ?? '',
    code_challenge: request.code_challenge ?? null,
    nonce: request.nonce ?? null,
    guild_id: guildId,
    webhook_id: webhookId,
  })
  if (guildId === null) return { code, state }
  return { code, state, guild_id: guildId.toString(), permissions: requestedPermissions(consent, request).toString() }
}

function textFields(tokens: TokenResponse): RedirectParameters {
  return Object.fromEntries(Object.entries(tokens).map(([name, value]) => [name, String(value)]))
}

function requestedPermissions({ application }: Consent, { permissions }: AuthorizeQuery): bigint {
  return permissions ?? defaultPermissions(application)
}

/** Installs the application for the person or in a guild. Returns the guild. */
async function install(
  work: Work,
  caller: Caller,
  consent: Consent,
  request: AuthorizeQuery,
): Promise<Snowflake | null> {
  const { application, scopes, forUser } = consent
  const bot = scopes.includes('bot')
  if (!bot && !scopes.includes('applications.commands')) return null
  if (forUser) {
    if (bot) throw invalidForm(['scope'], 'BASE_TYPE_CHOICES', 'A bot is added to guilds, not to accounts.')
    await installForUser(work, caller, application)
    return null
  }
  const guildId = request.guild_id ?? null
  if (guildId === null) {
    // Beside other scopes, a request for commands alone may leave out the guild.
    if (bot || !consent.redirected) throw invalidForm(['guild_id'], 'BASE_TYPE_REQUIRED', 'This field is required')
    return null
  }
  await addToGuild(work, caller, application, { guildId, permissions: requestedPermissions(consent, request), bot })
  return guildId
}

/** Creates the webhook of the `webhook.incoming` scope and returns its id. */
async function createWebhook(
  work: Work,
  caller: Caller,
  { application, scopes }: Consent,
  channelId: Snowflake | null,
): Promise<Snowflake | null> {
  if (!scopes.includes('webhook.incoming')) return null
  if (channelId === null) throw invalidForm(['webhook_channel_id'], 'BASE_TYPE_REQUIRED', 'This field is required')
  const { channel } = await channelForCaller(work, caller, channelId, Permission.MANAGE_WEBHOOKS)
  if (channel.guild_id === null || !mayHoldWebhooks(channel)) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
  const webhook = incomingWebhook({
    id: work.nextId(),
    guild_id: channel.guild_id,
    channel_id: channel.id,
    application_id: application.id,
    user_id: caller.userId,
    name: application.name,
    avatar: null,
  })
  await saveNewWebhook(work, webhook, channel.guild_id)
  return webhook.id
}
