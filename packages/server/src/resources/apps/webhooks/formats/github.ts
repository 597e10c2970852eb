import { cut, type ForeignEmbed, type ForeignMessage } from './foreign-message.ts'
import type { GithubEvent } from './github-requests.ts'

const BLURPLE = 0x7289da
const RED = 0xfc2929
const GREEN = 0x009800
const ORANGE = 0xeb6420
const PALE_ORANGE = 0xe68d60
const PALE_GREEN = 0xbfe5bf
const COMMITS_SHOWN = 20
const LINE_MAX = 72
const BODY_MAX = 500

type EventEmbed = Omit<ForeignEmbed, 'author'> & { title: string }
type Render = (event: GithubEvent) => EventEmbed | null

/** Embed of each supported event, or null for actions that are not posted. */
const EVENTS: Readonly<Record<string, Render>> = {
  check_run: ({ action, check_run: run }) =>
    run && action === 'completed'
      ? checked(run.name, run.conclusion, run.check_suite.head_branch, run.details_url ?? run.html_url)
      : null,
  check_suite: ({ action, check_suite: suite, repository }) =>
    suite && action === 'completed'
      ? checked(`${suite.app.name} checks`, suite.conclusion, suite.head_branch, repository?.html_url)
      : null,
  commit_comment: ({ comment }) =>
    comment
      ? { title: `New comment on commit \`${short(comment.commit_id)}\``, ...textOf(comment), color: BLURPLE }
      : null,
  create: ({ ref, ref_type, repository }) =>
    ref ? { title: `New ${ref_type ?? 'branch'} created: ${ref}`, url: repository?.html_url } : null,
  delete: ({ ref, ref_type }) => (ref ? { title: `${capital(ref_type ?? 'branch')} deleted: ${ref}` } : null),
  discussion,
  discussion_comment: ({ action, comment, discussion: about }) =>
    comment && about && action === 'created'
      ? { title: `New comment on discussion #${about.number}: ${about.title}`, ...textOf(comment), color: PALE_ORANGE }
      : null,
  fork: ({ forkee }) => (forkee ? { title: `Fork created: ${forkee.full_name}`, url: forkee.html_url } : null),
  issue_comment: ({ action, comment, issue }) => {
    if (!comment || !issue || action !== 'created') return null
    const pull = issue.pull_request !== undefined
    const title = `New comment on ${pull ? 'pull request' : 'issue'} #${issue.number}: ${issue.title}`
    return { title, ...textOf(comment), color: pull ? PALE_GREEN : PALE_ORANGE }
  },
  issues: ({ action, issue }) => {
    if (!issue || !['opened', 'closed', 'reopened'].includes(action ?? '')) return null
    return { title: `Issue ${action}: #${issue.number} ${issue.title}`, ...opened(action, issue, ORANGE) }
  },
  member: ({ action, member }) =>
    member && action === 'added' ? { title: `New collaborator added: ${member.login}`, url: member.html_url } : null,
  public: ({ repository }) => ({ title: 'Now open sourced!', url: repository?.html_url }),
  pull_request: ({ action, pull_request: pull }) => {
    if (!pull || !['opened', 'closed', 'reopened'].includes(action ?? '')) return null
    const what = action === 'closed' && pull.merged ? 'merged' : action
    return { title: `Pull request ${what}: #${pull.number} ${pull.title}`, ...opened(action, pull, GREEN) }
  },
  pull_request_review: ({ action, review, pull_request: pull }) => {
    if (!review || !pull || action !== 'submitted') return null
    const state = review.state === 'commented' ? 'review submitted' : review.state.replaceAll('_', ' ')
    return { title: `Pull request ${state}: #${pull.number} ${pull.title}`, ...textOf(review), color: BLURPLE }
  },
  pull_request_review_comment: ({ action, comment, pull_request: pull }) =>
    comment && pull && action === 'created'
      ? {
          title: `New review comment on pull request #${pull.number}: ${pull.title}`,
          ...textOf(comment),
          color: PALE_GREEN,
        }
      : null,
  push,
  release: ({ action, release }) =>
    release && action === 'published'
      ? { title: `New release published: ${release.tag_name}`, url: release.html_url }
      : null,
  watch: ({ action, repository }) =>
    action === 'started' ? { title: 'New star added', url: repository?.html_url } : null,
}

/**
 * Returns the message of a GitHub event: one embed with the sender as its author and the repository in its title.
 * Returns null for unsupported events and for actions that are not posted.
 */
export function githubMessage(event: GithubEvent, named: string | undefined): ForeignMessage | null {
  const name = named ?? eventNameOf(event)
  const embed = Object.hasOwn(EVENTS, name) ? EVENTS[name]?.(event) : null
  if (!embed) return null
  const { sender, repository } = event
  const branch = name === 'push' ? branchOf(event.ref) : ''
  const where = repository
    ? `[${name === 'push' ? repository.name : repository.full_name}${branch && `:${branch}`}] `
    : ''
  const author = { name: sender.login, url: sender.html_url, icon: sender.avatar_url }
  return { embeds: [{ ...embed, title: `${where}${embed.title}`, author }] }
}

/** Returns the name of an event from its payload, for requests without the header that names it. */
export function eventNameOf(event: GithubEvent): string {
  const { comment, pull_request: pull, issue, discussion } = event
  if (event.check_run) return 'check_run'
  if (event.check_suite) return 'check_suite'
  if (discussion) return comment ? 'discussion_comment' : 'discussion'
  if (event.review) return 'pull_request_review'
  if (comment) return pull ? 'pull_request_review_comment' : issue ? 'issue_comment' : 'commit_comment'
  if (pull) return 'pull_request'
  if (issue) return 'issues'
  if (event.release) return 'release'
  if (event.forkee) return 'fork'
  if (event.member) return 'member'
  if (event.ref_type) return 'create'
  if (event.ref) return 'push'
  return event.action === 'started' ? 'watch' : event.action ? '' : 'public'
}

function push({ ref, commits, head_commit: head, forced, compare }: GithubEvent): EventEmbed | null {
  if (forced && head)
    return { title: `Branch ${branchOf(ref)} was force-pushed to \`${short(head.id)}\``, url: compare, color: RED }
  if (!commits?.length) return null
  const lines = commits.slice(-COMMITS_SHOWN).map(({ id, url, message, author }) => {
    const line = cut(message.split('\n')[0] ?? '', LINE_MAX)
    return `[\`${short(id)}\`](${url}) ${line} - ${author.username ?? author.name}`
  })
  const title = `${commits.length} new commit${commits.length === 1 ? '' : 's'}`
  const url = commits.length === 1 ? commits[0]?.url : compare
  return { title, url, description: lines.join('\n'), color: BLURPLE }
}

function discussion({ action, discussion: about, answer }: GithubEvent): EventEmbed | null {
  if (!about) return null
  const subject = `#${about.number}: ${about.title}`
  if (action === 'created')
    return { title: `New discussion ${subject}`, ...textOf({ ...about, body: about.body ?? null }), color: ORANGE }
  if (action === 'answered') {
    const body = cut(answer?.body ?? '', BODY_MAX)
    return { title: `Discussion answered ${subject}`, url: about.answer_html_url ?? about.html_url, description: body }
  }
  return null
}

function checked(
  what: string,
  conclusion: string | null | undefined,
  branch: string | null | undefined,
  url: string | null | undefined,
): EventEmbed {
  const good = conclusion === 'success' || conclusion === 'neutral' || conclusion === 'skipped'
  return {
    title: `${what} ${conclusion ?? 'completed'}${branch ? ` on ${branch}` : ''}`,
    url,
    color: good ? GREEN : RED,
  }
}

/** Returns the link of an issue or pull request. Only newly opened ones show their text. */
function opened(
  action: string | null | undefined,
  { html_url, body }: { html_url: string; body?: string | null },
  color: number,
) {
  return action === 'opened' ? { ...textOf({ html_url, body: body ?? null }), color } : { url: html_url }
}

function textOf({ html_url, body = null }: { html_url: string; body?: string | null }) {
  return { url: html_url, description: cut(body ?? '', BODY_MAX) }
}

const short = (sha: string | null | undefined) => (sha ?? '').slice(0, 7)
const branchOf = (ref: string | null | undefined) => (ref ?? '').replace(/^refs\/(heads|tags)\//, '')
const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)
