import { Optional, OptionalNullable, type Static, Text, Type } from '../../../../validation/schema.ts'

const LONG = 152_133
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
  body: OptionalNullable(Words),
  /** Present when the issue is a pull request. */
  pull_request: Optional(Type.Object({})),
  merged: OptionalNullable(Type.Boolean()),
})
const Comment = Type.Object({ id: Number_, html_url: Url, user: User, commit_id: OptionalNullable(Words), body: Words })
const Commit = Type.Object({
  id: Words,
  url: Url,
  message: Words,
  author: Type.Object({ username: OptionalNullable(Words), name: Words }),
})
const PullRequests = OptionalNullable(Type.Array(Type.Object({ number: Number_ }), { maxItems: 1521 }))
const CheckSuite = Type.Object({
  conclusion: OptionalNullable(Words),
  head_branch: OptionalNullable(Words),
  head_sha: Words,
  pull_requests: PullRequests,
  app: Type.Object({ name: Words }),
})
const CheckRun = Type.Object({
  conclusion: OptionalNullable(Words),
  name: Words,
  html_url: Url,
  check_suite: CheckSuite,
  details_url: OptionalNullable(Url),
  output: OptionalNullable(Type.Object({ title: OptionalNullable(Words), summary: OptionalNullable(Words) })),
  pull_requests: PullRequests,
})

/** Payload of a GitHub webhook, with the fields that messages use. */
export const GithubBody = Type.Object({
  action: OptionalNullable(Words),
  ref: OptionalNullable(Words),
  ref_type: OptionalNullable(Words),
  comment: OptionalNullable(Comment),
  issue: OptionalNullable(Issue),
  pull_request: OptionalNullable(Issue),
  repository: OptionalNullable(Repository),
  forkee: OptionalNullable(Repository),
  sender: User,
  member: OptionalNullable(User),
  release: OptionalNullable(Type.Object({ id: Number_, tag_name: Words, html_url: Url, author: User })),
  head_commit: OptionalNullable(Commit),
  commits: OptionalNullable(Type.Array(Commit, { maxItems: 1521 })),
  forced: OptionalNullable(Type.Boolean()),
  compare: OptionalNullable(Url),
  review: OptionalNullable(Type.Object({ user: User, body: OptionalNullable(Words), html_url: Url, state: Words })),
  check_run: OptionalNullable(CheckRun),
  check_suite: OptionalNullable(CheckSuite),
  discussion: OptionalNullable(
    Type.Object({
      title: Words,
      number: Number_,
      html_url: Url,
      answer_html_url: OptionalNullable(Url),
      body: OptionalNullable(Words),
      user: User,
    }),
  ),
  answer: OptionalNullable(Comment),
})
export type GithubEvent = Static<typeof GithubBody>
