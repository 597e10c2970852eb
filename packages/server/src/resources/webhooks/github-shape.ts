import { Nullable, Optional, type Static, Text, Type } from '../../validation/schema.ts'

const LONG = 152_133
const maybe = <S extends Parameters<typeof Nullable>[0]>(schema: S) => Optional(Nullable(schema))
const Words = Text(0, LONG)
const Url = Text(0, 2048)
const Number_ = Type.Integer()

const User = Type.Object({ id: Number_, login: Words, html_url: Url, avatar_url: Url })
const Repository = Type.Object({ id: Number_, html_url: Url, name: Words, full_name: Words })
const Issue = Type.Object({
  id: Number_,
  number: Number_,
  html_url: Url,
  user: User,
  title: Words,
  body: maybe(Words),
  /** An issue that has this is a pull request. */
  pull_request: Optional(Type.Object({})),
  merged: maybe(Type.Boolean()),
})
const Comment = Type.Object({ id: Number_, html_url: Url, user: User, commit_id: maybe(Words), body: Words })
const Commit = Type.Object({
  id: Words,
  url: Url,
  message: Words,
  author: Type.Object({ username: maybe(Words), name: Words }),
})
const PullRequests = maybe(Type.Array(Type.Object({ number: Number_ }), { maxItems: 1521 }))
const CheckSuite = Type.Object({
  conclusion: maybe(Words),
  head_branch: maybe(Words),
  head_sha: Words,
  pull_requests: PullRequests,
  app: Type.Object({ name: Words }),
})
const CheckRun = Type.Object({
  conclusion: maybe(Words),
  name: Words,
  html_url: Url,
  check_suite: CheckSuite,
  details_url: maybe(Url),
  output: maybe(Type.Object({ title: maybe(Words), summary: maybe(Words) })),
  pull_requests: PullRequests,
})

/** What GitHub posts to a webhook's address, as far as it is shown. */
export const GithubBody = Type.Object({
  action: maybe(Words),
  ref: maybe(Words),
  ref_type: maybe(Words),
  comment: maybe(Comment),
  issue: maybe(Issue),
  pull_request: maybe(Issue),
  repository: maybe(Repository),
  forkee: maybe(Repository),
  sender: User,
  member: maybe(User),
  release: maybe(Type.Object({ id: Number_, tag_name: Words, html_url: Url, author: User })),
  head_commit: maybe(Commit),
  commits: maybe(Type.Array(Commit, { maxItems: 1521 })),
  forced: maybe(Type.Boolean()),
  compare: maybe(Url),
  review: maybe(Type.Object({ user: User, body: maybe(Words), html_url: Url, state: Words })),
  check_run: maybe(CheckRun),
  check_suite: maybe(CheckSuite),
  discussion: maybe(
    Type.Object({
      title: Words,
      number: Number_,
      html_url: Url,
      answer_html_url: maybe(Url),
      body: maybe(Words),
      user: User,
    }),
  ),
  answer: maybe(Comment),
})
export type GithubEvent = Static<typeof GithubBody>
