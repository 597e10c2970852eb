import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventNameOf, githubMessage } from './github.ts'
import type { GithubEvent } from './github-requests.ts'

const user = (login: string) => ({
  id: 1,
  login,
  html_url: `https://g.example/${login}`,
  avatar_url: 'https://g.example/a.png',
})
const repository = { id: 2, html_url: 'https://g.example/o/r', name: 'r', full_name: 'o/r' }
const issue = {
  id: 3,
  number: 5,
  html_url: 'https://g.example/i/5',
  user: user('ann'),
  title: 'Broken',
  body: 'It is.',
}
const comment = {
  id: 4,
  html_url: 'https://g.example/c/4',
  user: user('bob'),
  body: 'Yes',
  commit_id: '0123456789abcdef',
}
const commit = (id: string, message: string) => ({
  id,
  url: `https://g.example/${id}`,
  message,
  author: { name: 'Ann', username: 'ann' },
})
const suite = { conclusion: 'failure', head_branch: 'main', head_sha: 'abc', app: { name: 'CI' } }
const review = { user: user('bob'), body: 'Fine', html_url: 'https://g.example/v/1', state: 'approved' }
const discussion = { title: 'Why', number: 7, html_url: 'https://g.example/d/7', body: 'Because', user: user('ann') }

type Fields = Partial<Omit<GithubEvent, 'sender'>>
const event = (fields: Fields): GithubEvent => ({ sender: user('ann'), repository, ...fields })

const CASES: [name: string, fields: Fields, title: string | null][] = [
  ['issues', { action: 'opened', issue }, '[o/r] Issue opened: #5 Broken'],
  ['issues', { action: 'closed', issue }, '[o/r] Issue closed: #5 Broken'],
  ['issues', { action: 'labeled', issue }, null],
  ['issue_comment', { action: 'created', issue, comment }, '[o/r] New comment on issue #5: Broken'],
  [
    'issue_comment',
    { action: 'created', issue: { ...issue, pull_request: {} }, comment },
    '[o/r] New comment on pull request #5: Broken',
  ],
  ['issue_comment', { action: 'deleted', issue, comment }, null],
  ['pull_request', { action: 'opened', pull_request: issue }, '[o/r] Pull request opened: #5 Broken'],
  [
    'pull_request',
    { action: 'closed', pull_request: { ...issue, merged: true } },
    '[o/r] Pull request merged: #5 Broken',
  ],
  ['pull_request', { action: 'closed', pull_request: issue }, '[o/r] Pull request closed: #5 Broken'],
  ['pull_request', { action: 'synchronize', pull_request: issue }, null],
  [
    'pull_request_review',
    { action: 'submitted', pull_request: issue, review },
    '[o/r] Pull request approved: #5 Broken',
  ],
  [
    'pull_request_review_comment',
    { action: 'created', pull_request: issue, comment },
    '[o/r] New review comment on pull request #5: Broken',
  ],
  ['commit_comment', { action: 'created', comment }, '[o/r] New comment on commit `0123456`'],
  ['create', { ref: 'topic', ref_type: 'branch' }, '[o/r] New branch created: topic'],
  ['delete', { ref: 'v1', ref_type: 'tag' }, '[o/r] Tag deleted: v1'],
  ['fork', { forkee: { ...repository, full_name: 'p/r' } }, '[o/r] Fork created: p/r'],
  ['member', { action: 'added', member: user('cid') }, '[o/r] New collaborator added: cid'],
  ['member', { action: 'removed', member: user('cid') }, null],
  ['public', {}, '[o/r] Now open sourced!'],
  ['watch', { action: 'started' }, '[o/r] New star added'],
  [
    'release',
    { action: 'published', release: { id: 1, tag_name: 'v2', html_url: 'https://g.example/v2', author: user('ann') } },
    '[o/r] New release published: v2',
  ],
  [
    'release',
    { action: 'edited', release: { id: 1, tag_name: 'v2', html_url: 'https://g.example/v2', author: user('ann') } },
    null,
  ],
  [
    'check_run',
    {
      action: 'completed',
      check_run: { name: 'test', html_url: 'https://g.example/r', conclusion: 'success', check_suite: suite },
    },
    '[o/r] test success on main',
  ],
  [
    'check_run',
    { action: 'created', check_run: { name: 'test', html_url: 'https://g.example/r', check_suite: suite } },
    null,
  ],
  ['check_suite', { action: 'completed', check_suite: suite }, '[o/r] CI checks failure on main'],
  ['discussion', { action: 'created', discussion }, '[o/r] New discussion #7: Why'],
  ['discussion', { action: 'answered', discussion, answer: comment }, '[o/r] Discussion answered #7: Why'],
  ['discussion_comment', { action: 'created', discussion, comment }, '[o/r] New comment on discussion #7: Why'],
  [
    'push',
    { ref: 'refs/heads/main', commits: [commit('aaaaaaaaa', 'One\n\nmore')], compare: 'https://g.example/cmp' },
    '[r:main] 1 new commit',
  ],
  ['push', { ref: 'refs/heads/a/b', commits: [commit('a', '1'), commit('b', '2')] }, '[r:a/b] 2 new commits'],
  ['push', { ref: 'refs/heads/main', commits: [] }, null],
  [
    'push',
    { ref: 'refs/heads/main', forced: true, commits: [], head_commit: commit('fedcba9876', 'x') },
    '[r:main] Branch main was force-pushed to `fedcba9`',
  ],
  ['ping', {}, null],
  ['constructor', {}, null],
]

test('githubMessage supports each listed event and returns null for others', () => {
  for (const [name, fields, title] of CASES) {
    const embed = githubMessage(event(fields), name)?.embeds[0]
    assert.equal(embed?.title ?? null, title, `${name} ${fields.action}`)
    if (embed) assert.equal(embed.author?.name, 'ann')
  }
})

test('githubMessage lists the commits of a push', () => {
  const fields = { ref: 'refs/heads/main', commits: [commit('aaaaaaaaa', 'One\n\nmore'), commit('bbbbbbbbb', 'Two')] }
  assert.equal(
    githubMessage(event(fields), 'push')?.embeds[0]?.description,
    '[`aaaaaaa`](https://g.example/aaaaaaaaa) One - ann\n[`bbbbbbb`](https://g.example/bbbbbbbbb) Two - ann',
  )
})

test('eventNameOf recognizes an event by its payload', () => {
  for (const [name, fields] of CASES) {
    if (['delete', 'ping', 'constructor'].includes(name)) continue
    assert.equal(eventNameOf(event(fields)), name)
  }
})
