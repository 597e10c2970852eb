import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { executeForeign, ForeignQuery } from '../execute-foreign.ts'
import { githubMessage } from '../github.ts'
import { GithubBody } from '../github-shape.ts'
import { TokenParams, webhookByToken } from '../webhook.ts'

/** Execute GitHub-Compatible Webhook: what GitHub posts of an event, written as a message. Other events are taken and not written. */
export const executeGithubCompatibleWebhook = operation({
  id: 'execute_github_compatible_webhook',
  method: 'POST',
  path: '/webhooks/:webhook_id/:webhook_token/github',
  callers: ['anyone'],
  params: TokenParams,
  admit: ({ work, params }) => webhookByToken(work, params),
  query: ForeignQuery,
  body: GithubBody,
  responses: { 204: NoContent },
  limit: { limit: 5, windowMs: 2_000 },
  outsideGlobalLimit: true,

  async run({ params, query, body, work, platform, header }) {
    await webhookByToken(work, params)
    const message = githubMessage(body, header('x-github-event'))
    if (message) await executeForeign({ work, platform, params, ...query }, { ...message, username: 'GitHub' })
  },
})
