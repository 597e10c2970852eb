import { ApplicationFlag } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { dayName } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, StatusText, TextArea } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { InstantSwitch } from '../../ui/instant-switch.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { useEditApplication } from './queries.ts'
import { type Review, reviewPath, useReview } from './review.ts'
import type { SectionProps } from './section-props.ts'

const INTENTS = [
  {
    name: 'GUILD_MEMBERS',
    label: 'Server members intent',
    hint: 'Receive joins, changes and departures of members, and list the members of a guild.',
    limited: ApplicationFlag.GATEWAY_GUILD_MEMBERS_LIMITED,
  },
  {
    name: 'GUILD_PRESENCES',
    label: 'Presence intent',
    hint: 'Receive the status and the activities of members.',
    limited: ApplicationFlag.GATEWAY_PRESENCE_LIMITED,
  },
  {
    name: 'MESSAGE_CONTENT',
    label: 'Message content intent',
    hint: 'Read the text, embeds, files and components of all messages, not only of those that mention the bot.',
    limited: ApplicationFlag.GATEWAY_MESSAGE_CONTENT_LIMITED,
  },
] as const

const count = new Intl.NumberFormat()

/** Privileged intents: switched on by the owner below 10,000 users, approved by the operator above. [AUT-16] */
export function IntentsPart({ application }: SectionProps) {
  const edit = useEditApplication(application.id)
  const saving = useSave()
  const { data: review, error, refetch } = useReview(application.id)
  const [asking, setAsking] = useState(false)
  const flags = BigInt(application.flags_new ?? application.flags ?? 0)
  const needsReview = review !== undefined && review.users >= review.review_from_users

  function change(limited: bigint, on: boolean) {
    const next = on ? flags | limited : flags & ~limited
    return saving.run(async () => {
      await edit({ flags: Number(next & 0x7fffffffn) })
      await refetch()
    })
  }

  return (
    <Section title="Privileged intents" description={rule(review)}>
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      <div className={form.form}>
        {INTENTS.map(({ name, label, hint, limited }) => {
          const approved = review?.intents[name] === 'approved'
          const on = approved || (flags & limited) !== 0n
          return (
            <InstantSwitch
              key={name}
              label={label}
              hint={`${hint} ${approved ? 'Approved by the operator.' : !on && needsReview ? 'Needs an approval by the operator.' : ''}`}
              checked={on}
              disabled={saving.busy || approved || (!on && needsReview)}
              onSave={(on) => change(limited, on)}
            />
          )
        })}
      </div>
      {saving.saved && <StatusText>Saved.</StatusText>}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      {review && <ReviewState review={review} />}
      {review && asking ? (
        <RequestForm id={application.id} review={review} onDone={() => void refetch().then(() => setAsking(false))} />
      ) : (
        <div>
          <Button onClick={() => setAsking(true)}>
            {review?.request ? 'Change the request' : 'Ask for an approval'}
          </Button>
        </div>
      )}
    </Section>
  )
}

function rule(review: Review | undefined): string {
  const text =
    'A bot with fewer than 10,000 users may switch them on. From 10,000 users the operator must approve them.'
  if (!review) return text
  const { users, review_from_users } = review
  const many = users >= review_from_users
  return `${text} This bot has ${many ? `${count.format(users)} users or more` : users === 1 ? '1 user' : `${count.format(users)} users`}.`
}

/** Approval and request, with what the owner should do next. [AUT-17] [AUT-18] */
function ReviewState({ review }: { review: Review }) {
  const { approved_at, reapply_at, reapply_due, ends_at, request } = review
  return (
    <>
      {request && (
        <p role="status">
          You asked for an approval on {dayName(request.requested_at)}. The operator decides. Meanwhile the bot may join
          guilds as before.
        </p>
      )}
      {approved_at && reapply_at && ends_at && (
        <p role={reapply_due ? 'alert' : undefined}>
          {reapply_due
            ? `The approval of ${dayName(approved_at)} is older than a year. Ask again: without a request the intents end on ${dayName(ends_at)}.`
            : `Approved on ${dayName(approved_at)}. Approvals are renewed once a year: ask again from ${dayName(reapply_at)}.`}
        </p>
      )}
    </>
  )
}

function RequestForm({ id, review, onDone }: { id: string; review: Review; onDone: () => void }) {
  const client = useClient()
  const saving = useSave()
  const wanted = review.request?.intents ?? []

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const body = { intents: data.getAll('intent').map(String), reason: String(data.get('reason')) }
    void saving.run(() => client.api.put(reviewPath(id), body)).then((done) => done && onDone())
  }

  return (
    <form className={form.form} onSubmit={submit}>
      <fieldset className={form.choices}>
        <legend className={form.legend}>Intents to ask for</legend>
        {INTENTS.map(({ name, label }) => (
          <label key={name} className={form.choice}>
            <input type="checkbox" name="intent" value={name} defaultChecked={wanted.includes(name)} />
            {label}
          </label>
        ))}
        {saving.errorOf('intents') && <ErrorText>Choose at least one intent.</ErrorText>}
      </fieldset>
      <TextArea
        label="Reason"
        name="reason"
        required
        maxLength={2000}
        defaultValue={review.request?.reason ?? ''}
        hint="What the bot does with the data, and why it cannot do without."
        error={saving.errorOf('reason')}
      />
      <SaveBar
        saving={{ ...saving, error: saving.errorOf('intents') || saving.errorOf('reason') ? null : saving.error }}
        label="Send request"
      />
    </form>
  )
}
