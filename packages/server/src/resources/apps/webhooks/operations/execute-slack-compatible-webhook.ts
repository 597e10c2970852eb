import { ApiError, Faults } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { parseJson } from '../../../../validation/parse-json.ts'
import { Nullable, Type } from '../../../../validation/schema.ts'
import { validate } from '../../../../validation/validate.ts'
import { executeForeign } from '../actions/execute-foreign.ts'
import { webhookForToken } from '../actions/load.ts'
import { SlackBody, type SlackMessage, slackMessage } from '../formats/slack.ts'
import { ForeignQuery, TokenParams } from '../requests.ts'

/** Execute Slack-Compatible Webhook: a message in the format of Slack's incoming webhooks. */
export const executeSlackCompatibleWebhook = operation({
  id: 'execute_slack_compatible_webhook',
  method: 'POST',
  path: '/webhooks/:webhook_id/:webhook_token/slack',
  callers: ['anyone'],
  params: TokenParams,
  admit: ({ work, params }) => webhookForToken(work, params),
  query: ForeignQuery,
  body: SlackBody,
  concurrent: true,
  responses: { 200: Nullable(Type.String()) },
  limit: { limit: 5, windowMs: 2_000 },
  outsideGlobalLimit: true,

  async run({ params, query, body, work, platform }) {
    const webhook = await webhookForToken(work, params)
    const given = body.payload === undefined ? body : payloadOf(body.payload)
    const named = { username: given.username, avatar_url: given.icon_url }
    await executeForeign({ work, platform, webhook, ...query }, { ...slackMessage(given), ...named })
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
