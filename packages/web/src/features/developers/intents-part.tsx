import type { BodyOf } from '@guildhall/client'
import { ApplicationFlag, REVIEW_REASON_MAX } from '@guildhall/protocol'
import { useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { numberFormat } from '../../lib/language/formats.ts'
import { msg, t } from '../../lib/language/text.ts'
import { dayName } from '../../lib/time.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, StatusText, TextArea } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { InstantSwitch } from '../../ui/instant-switch.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import { useEditApplication } from './queries.ts'
import { type Review, useReview } from './review.ts'
import type { SectionProps } from './section-props.ts'

const INTENTS = [
  {
    name: 'GUILD_MEMBERS',
    label: msg('Server members intent'),
    hint: msg('Receive joins, changes and departures of members, and list the members of a guild.'),
    limited: ApplicationFlag.GATEWAY_GUILD_MEMBERS_LIMITED,
  },
  {
    name: 'GUILD_PRESENCES',
    label: msg('Presence intent'),
    hint: msg('Receive the status and the activities of members.'),
    limited: ApplicationFlag.GATEWAY_PRESENCE_LIMITED,
  },
  {
    name: 'MESSAGE_CONTENT',
    label: msg('Message content intent'),
    hint: msg('Read the text, embeds, files and components of all messages, not only of those that mention the bot.'),
    limited: ApplicationFlag.GATEWAY_MESSAGE_CONTENT_LIMITED,
  },
] as const

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
    <Section title={t('Privileged intents')} description={rule(review)}>
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      <div className={form.form}>
        {INTENTS.map(({ name, label, hint, limited }) => {
          const approved = review?.intents[name] === 'approved'
          const on = approved || (flags & limited) !== 0n
          return (
            <InstantSwitch
              key={name}
              label={t(label)}
              hint={`${t(hint)} ${approved ? t('Approved by the operator.') : !on && needsReview ? t('Needs an approval by the operator.') : ''}`}
              checked={on}
              disabled={saving.busy || approved || (!on && needsReview)}
              onSave={(on) => change(limited, on)}
            />
          )
        })}
      </div>
      {saving.saved && <StatusText>{t('Saved.')}</StatusText>}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      {review && <ReviewState review={review} />}
      {review && asking ? (
        <RequestForm id={application.id} review={review} onDone={() => void refetch().then(() => setAsking(false))} />
      ) : (
        <div>
          <Button onClick={() => setAsking(true)}>
            {review?.request ? t('Change the request') : t('Ask for an approval')}
          </Button>
        </div>
      )}
    </Section>
  )
}

function rule(review: Review | undefined): string {
  const text = t(
    'A bot with fewer than 10,000 users may switch them on. From 10,000 users the operator must approve them.',
  )
  if (!review) return text
  const { users, review_from_users } = review
  const values = { count: users, users: numberFormat().format(users) }
  const count =
    users >= review_from_users
      ? t('This bot has {users} users or more.', values)
      : t('This bot has {count, plural, one {# user} other {{users} users}}.', values)
  return `${text} ${count}`
}

/** Approval and request, with what the owner should do next. [AUT-17] [AUT-18] */
function ReviewState({ review }: { review: Review }) {
  const { approved_at, reapply_at, reapply_due, ends_at, request } = review
  return (
    <>
      {request && (
        <p role="status">
          {t('You asked for an approval on {day}. The operator decides. Meanwhile the bot may join guilds as before.', {
            day: dayName(request.requested_at),
          })}
        </p>
      )}
      {approved_at && reapply_at && ends_at && (
        <p role={reapply_due ? 'alert' : undefined}>
          {reapply_due
            ? t('The approval of {day} is older than a year. Ask again: without a request the intents end on {end}.', {
                day: dayName(approved_at),
                end: dayName(ends_at),
              })
            : t('Approved on {day}. Approvals are renewed once a year: ask again from {next}.', {
                day: dayName(approved_at),
                next: dayName(reapply_at),
              })}
        </p>
      )}
    </>
  )
}

function RequestForm({ id, review, onDone }: { id: string; review: Review; onDone: () => void }) {
  const client = useClient()
  const saving = useSave()
  const wanted = review.request?.intents ?? []
  const changes = useChanges<BodyOf<'request_application_intents'>>(
    {
      intents: INTENTS.map(({ name }) => name).filter((name) => wanted.includes(name)),
      reason: review.request?.reason ?? '',
    },
    { isNew: true },
  )
  const { intents } = changes.values
  const submit = changes.onSubmit(
    saving,
    () => client.api.call('request_application_intents', { params: { application_id: id }, body: changes.values }),
    onDone,
  )

  return (
    <form className={form.form} onSubmit={submit}>
      <fieldset className={form.choices}>
        <legend className={form.legend}>{t('Intents to ask for')}</legend>
        {INTENTS.map(({ name, label }) => (
          <label key={name} className={form.choice}>
            <input
              type="checkbox"
              checked={intents.includes(name)}
              onChange={({ target }) =>
                changes.set({ intents: target.checked ? [...intents, name] : intents.filter((one) => one !== name) })
              }
            />
            {t(label)}
          </label>
        ))}
        {saving.errorOf('intents') && <ErrorText>{t('Choose at least one intent.')}</ErrorText>}
      </fieldset>
      <TextArea
        label={t('Reason')}
        {...changes.text('reason')}
        required
        maxLength={REVIEW_REASON_MAX}
        hint={t('Say how the bot uses the data, and why it needs them.')}
        error={saving.errorOf('reason')}
      />
      <SaveBar saving={saving} changes={changes} label={t('Send request')} />
    </form>
  )
}
