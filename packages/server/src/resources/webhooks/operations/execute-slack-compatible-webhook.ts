import { ApiError, Faults } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { parseJson } from '../../../validation/parse-json.ts'
import { Nullable, Type } from '../../../validation/schema.ts'
import { validate } from '../../../validation/validate.ts'
import { executeForeign, ForeignQuery } from '../execute-foreign.ts'
import { SlackBody, type SlackMessage, slackMessage } from '../slack.ts'
import { TokenParams, webhookByToken } from '../webhook.ts'

/** Execute Slack-Compatible Webhook: a message in the form that Slack's incoming webhooks take. */
export const executeSlackCompatibleWebhook = operation({
  id: 'execute_slack_compatible_webhook',
  method: 'POST',
  path: '/webhooks/:webhook_id/:webhook_token/slack',
  callers: ['anyone'],
  params: TokenParams,
  admit: ({ work, params }) => webhookByToken(work, params),
  query: ForeignQuery,
  body: SlackBody,
  responses: { 200: Nullable(Type.String()) },
  limit: { limit: 5, windowMs: 2_000 },
  outsideGlobalLimit: true,

  async run({ params, query, body, work, platform }) {
    const given = body.payload === undefined ? body : payloadOf(body.payload)
    const named = { username: given.username, avatar_url: given.icon_url }
    await executeForeign({ work, platform, params, ...query }, { ...slackMessage(given), ...named })
    return 'ok'
  },
})

function payloadOf(payload: unknown): SlackMessage {
  let given = payload
  try {
    if (typeof payload === 'string') given = parseJson(payload)
  } catch (error) {
    throw new ApiError('INVALID_JSON', { cause: error })
  }
  const faults = new Faults()
  const body = validate(SlackBody, given, faults)
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
  return body
}
