import { ApiError, invalidForm, Permission, type Snowflake } from '@guildhall/protocol'
import { channelForCaller } from '../../../access/channel.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { operation } from '../../../kernel/operation.ts'
import type { Work } from '../../../kernel/work.ts'
import { Int, Optional, OptionalNullable, PermissionBits, SnowflakeId, Type } from '../../../validation/schema.ts'
import { installForUser } from '../../applications/index.ts'

import { tokenHash } from '../../users/index.ts'
import { addWebhook, incomingWebhook } from '../../webhooks/index.ts'
import { addToGuild } from '../actions/add-to-guild.ts'
import {
  AuthorizeQuery,
  type AuthorizeRequest,
  type Consent,
  defaultPermissions,
  readConsent,
} from '../actions/consent.ts'
import { issueTokens, newSecret, type TokenResponse } from '../actions/tokens.ts'
import { redirectTo } from '../rules.ts'
import * as store from '../store.ts'

/** A minute. */
const CODE_LIFETIME_MS = 60_000

const Body = Type.Object({
  authorize: Optional(Type.Boolean()),
  permissions: OptionalNullable(PermissionBits),
  guild_id: OptionalNullable(SnowflakeId),
  integration_type: OptionalNullable(Int(0, 1)),
  webhook_channel_id: OptionalNullable(SnowflakeId),
})

/** A person answers an authorization: what they consented to is done, and they are told where to go. [SVC-10] [AUT-1] */
export const oauth2Authorize = operation({
  id: 'oauth2_authorize',
  method: 'POST',
  path: '/oauth2/authorize',
  callers: ['person'],
  unlisted: true,
  query: AuthorizeQuery,
  body: Body,
  responses: { 200: Type.Object({ location: Type.String() }) },
  limit: { limit: 20, windowMs: 60_000 },

  async run({ caller, query, body, work, platform }) {
    const request = {
      ...query,
      permissions: body.permissions ?? query.permissions,
      guild_id: body.guild_id ?? query.guild_id,
      integration_type: body.integration_type?.toString() ?? query.integration_type,
    } as AuthorizeRequest
    const consent = await readConsent(work, caller, request)
    const { redirect, fault } = consent
    const to = (answer: Record<string, string | undefined>) => ({
      location: redirectTo(redirect ?? `${platform.addresses.url}/oauth2/authorized`, answer, request.response_type),
    })
    const { state } = request
    const refusal = body.authorize === false ? DENIED : fault
    if (refusal) return to({ error: refusal.fault, error_description: refusal.description, state })
    const guildId = await install(work, caller, consent, request)
    if (redirect === null) return to({})
    const webhookId = await addIncomingWebhook(work, caller, consent, body.webhook_channel_id ?? null)
    const { application, scopes } = consent
    if (request.response_type === 'token') {
      const answer = await issueTokens(work, { application, userId: caller.userId, scopes, refresh: false })
      return to({ ...textsOf(answer), state })
    }
    const code = newSecret()
    await store.insertCode(work, codeOf({ code, request, consent, caller, work, guildId, webhookId }), work.now)
    const added =
      guildId === null ? {} : { guild_id: guildId.toString(), permissions: asked(consent, request).toString() }
    return to({ code, state, ...added })
  },
})

const DENIED = { fault: 'access_denied', description: 'The resource owner or authorization server denied the request' }

const textsOf = (response: TokenResponse) =>
  Object.fromEntries(Object.entries(response).map(([name, value]) => [name, String(value)]))

function asked({ application }: Consent, { permissions }: AuthorizeRequest): bigint {
  return permissions ?? defaultPermissions(application)
}

/** Adds the application to the person's account or to a guild of theirs; answers that guild. */
async function install(
  work: Work,
  caller: Caller,
  consent: Consent,
  request: AuthorizeRequest,
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
    // Commands alone may be asked for beside other scopes, where no guild is chosen.
    if (bot || consent.redirect === null)
      throw invalidForm(['guild_id'], 'BASE_TYPE_REQUIRED', 'This field is required')
    return null
  }
  await addToGuild(work, caller, application, { guildId, permissions: asked(consent, request), bot })
  return guildId
}

async function addIncomingWebhook(
  work: Work,
  caller: Caller,
  { application, scopes }: Consent,
  channelId: Snowflake | null,
): Promise<Snowflake | null> {
  if (!scopes.includes('webhook.incoming')) return null
  if (channelId === null) throw invalidForm(['webhook_channel_id'], 'BASE_TYPE_REQUIRED', 'This field is required')
  const { channel } = await channelForCaller(work, caller, channelId, Permission.MANAGE_WEBHOOKS)
  if (channel.guild_id === null || channel.thread_metadata) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
  const webhook = incomingWebhook({
    id: work.nextId(),
    guild_id: channel.guild_id,
    channel_id: channel.id,
    application_id: application.id,
    user_id: caller.userId,
    name: application.name,
    avatar: null,
  })
  await addWebhook(work, webhook, channel.guild_id)
  return webhook.id
}

interface CodeParts {
  code: string
  request: AuthorizeRequest
  consent: Consent
  caller: Caller
  work: Work
  guildId: Snowflake | null
  webhookId: Snowflake | null
}

function codeOf({ code, request, consent, caller, work, guildId, webhookId }: CodeParts): store.StoredCode {
  return {
    hash: tokenHash(code),
    application_id: consent.application.id,
    user_id: caller.userId,
    expires_at: work.now + CODE_LIFETIME_MS,
    scopes: consent.scopes,
    redirect_uri: request.redirect_uri ?? '',
    code_challenge: request.code_challenge ?? null,
    nonce: request.nonce ?? null,
    guild_id: guildId,
    webhook_id: webhookId,
  }
}
