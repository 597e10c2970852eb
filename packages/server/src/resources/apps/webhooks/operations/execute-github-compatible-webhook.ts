import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { executeForeign } from '../actions/execute-foreign.ts'
import { webhookForToken } from '../actions/load.ts'
import { githubMessage } from '../formats/github.ts'
import { GithubBody } from '../formats/github-requests.ts'
import { ForeignQuery, TokenParams } from '../requests.ts'

/** Execute GitHub-Compatible Webhook. Unsupported events are accepted and post no message. */
export const executeGithubCompatibleWebhook = operation({
  id: 'execute_github_compatible_webhook',
  method: 'POST',
  path: '/webhooks/:webhook_id/:webhook_token/github',
  callers: ['anyone'],
  params: TokenParams,
  admit: ({ work, params }) => webhookForToken(work, params),
  query: ForeignQuery,
  body: GithubBody,
  concurrent: true,
  responses: { 204: NoContent },
  limit: { limit: 5, windowMs: 2_000 },
  outsideGlobalLimit: true,

  async run({ params, query, body, work, platform, header }) {
    const webhook = await webhookForToken(work, params)
    const message = githubMessage(body, header('x-github-event'))
    if (message) await executeForeign({ work, platform, webhook, ...query }, { ...message, username: 'GitHub' })
  },
})
