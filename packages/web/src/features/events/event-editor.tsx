import {
  ChannelType,
  ScheduledEventEntityType as Kind,
  type ScheduledEventObject,
  ScheduledEventStatus,
} from '@guildhall/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useChannelChoices } from '../../domain/guilds/guild-choices.ts'
import { useClient } from '../../gateway/react.tsx'
import { Dialog, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, SelectField, TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { type ImageChange, ImageField } from '../../ui/image-field.tsx'
import { type Saving, useSave } from '../../ui/use-save.ts'
import { Cover } from './event-card.tsx'
import { bodyOfEvent, changesOfEvent, type EventForm, eventFormOf, newEventForm } from './event-form.ts'
import { REPEATS, repeatWords } from './recurrence.ts'

/** A dialog that creates an event, or changes one. */
export function EventEditor(props: { guildId: string; event: ScheduledEventObject | null; onClose: () => void }) {
  const { guildId, event, onClose } = props
  const client = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const saving = useSave()
  const [values, setValues] = useState(() => (event ? eventFormOf(event) : newEventForm(Date.now())))
  const [image, setImage] = useState<ImageChange>(undefined)
  const change = (changes: Partial<EventForm>) => setValues({ ...values, ...changes })

  function submit(submitted: FormEvent<HTMLFormElement>) {
    submitted.preventDefault()
    const path = `/guilds/${guildId}/scheduled-events`
    const picture = image === undefined ? {} : { image }
    void saving.run(async () => {
      const saved = event
        ? await client.api.patch<ScheduledEventObject>(`${path}/${event.id}`, {
            ...changesOfEvent(event, values),
            ...picture,
          })
        : await client.api.post<ScheduledEventObject>(path, { ...bodyOfEvent(values), ...picture })
      await queries.invalidateQueries({ queryKey: ['events', guildId] })
      onClose()
      await navigate({ to: '/channels/$guildId/events/$', params: { guildId, _splat: saved.id } })
    })
  }

  const live = event?.status === ScheduledEventStatus.ACTIVE
  return (
    <Dialog title={event ? 'Edit event' : 'Create event'} onClose={onClose} width="medium" holdsText>
      <form className={form.form} onSubmit={submit}>
        <TextField
          label="Name"
          required
          maxLength={100}
          autoFocus
          value={values.name}
          onChange={({ target }) => change({ name: target.value })}
          error={saving.errorOf('name')}
        />
        <PlaceFields guildId={guildId} values={values} onChange={change} saving={saving} live={live} />
        <TimeFields values={values} onChange={change} saving={saving} live={live} />
        <TextArea
          label="Description"
          maxLength={1_000}
          value={values.description}
          onChange={({ target }) => change({ description: target.value })}
          error={saving.errorOf('description')}
        />
        <ImageField
          label="Cover image"
          current={event?.image && <Cover event={event} />}
          removable={Boolean(event?.image)}
          value={image}
          onChange={setImage}
          error={saving.errorOf('image')}
          wide
        />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={event ? 'Save' : 'Create'} busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

interface FieldsProps {
  values: EventForm
  onChange: (changes: Partial<EventForm>) => void
  saving: Saving
  live: boolean
}

const VOICE_TYPES: readonly number[] = [ChannelType.GUILD_VOICE]
const STAGE_TYPES: readonly number[] = [ChannelType.GUILD_STAGE_VOICE]

function PlaceFields({ guildId, values, onChange, saving, live }: FieldsProps & { guildId: string }) {
  const channels = useChannelChoices(guildId, values.kind === Kind.STAGE_INSTANCE ? STAGE_TYPES : VOICE_TYPES)
  return (
    <>
      <SelectField
        label="Where"
        value={values.kind}
        disabled={live}
        onChange={({ target }) => onChange({ kind: Number(target.value), channelId: '' })}
      >
        <option value={Kind.EXTERNAL}>Somewhere else</option>
        <option value={Kind.VOICE}>Voice channel</option>
        <option value={Kind.STAGE_INSTANCE}>Stage channel</option>
      </SelectField>
      {values.kind === Kind.EXTERNAL ? (
        <TextField
          label="Location"
          required
          maxLength={100}
          value={values.location}
          onChange={({ target }) => onChange({ location: target.value })}
          hint="A place or an address on the web"
          error={saving.errorOf('entity_metadata', 'location')}
        />
      ) : (
        <SelectField
          label="Channel"
          required
          disabled={live}
          value={values.channelId}
          onChange={({ target }) => onChange({ channelId: target.value })}
          error={saving.errorOf('channel_id')}
        >
          <option value="">Choose a channel</option>
          {channels.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
    </>
  )
}

function TimeFields({ values, onChange, saving, live }: FieldsProps) {
  const start = values.start === '' ? new Date().toISOString() : new Date(values.start).toISOString()
  return (
    <>
      <TextField
        label="Start"
        type="datetime-local"
        required
        disabled={live}
        value={values.start}
        onChange={({ target }) => onChange({ start: target.value })}
        error={saving.errorOf('scheduled_start_time')}
      />
      <TextField
        label="End"
        type="datetime-local"
        required={values.kind === Kind.EXTERNAL}
        value={values.end}
        onChange={({ target }) => onChange({ end: target.value })}
        error={saving.errorOf('scheduled_end_time')}
      />
      <SelectField
        label="Repeats"
        disabled={live}
        value={values.repeat}
        onChange={({ target }) => onChange({ repeat: REPEATS.find((repeat) => repeat === target.value) ?? 'never' })}
        error={saving.errorOf('recurrence_rule')}
      >
        {REPEATS.map((repeat) => (
          <option key={repeat} value={repeat}>
            {repeatWords(repeat, start)}
          </option>
        ))}
      </SelectField>
    </>
  )
}
