import type { WidgetConfigObject } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../../gateway/react.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorText, StatusText, TextField } from '../../../ui/field.tsx'
import form from '../../../ui/form.module.css'
import { WithPreview } from '../../../ui/preview.tsx'
import { Section } from '../../../ui/sections.tsx'
import { type Saving, useSave } from '../../../ui/use-save.ts'
import type { SectionProps } from '../section-props.ts'
import { SlotFields, STATISTICS_LIST } from './slot-fields.tsx'
import { type Slot, STATISTICS, SURFACE_FORMS } from './surfaces.ts'
import styles from './widget.module.css'
import { formOf, sampleOf, slotKey, statisticsOf, surfacesOf, type WidgetForm } from './widget-form.ts'
import { WidgetPreview } from './widget-preview.tsx'

export interface WidgetEditorProps extends SectionProps {
  config: WidgetConfigObject
  path: string
  onSaved: () => void
}

/** Edits one widget, with a preview that follows each key. */
export function WidgetEditor({ application, config, path, onSaved }: WidgetEditorProps) {
  const client = useClient()
  const saving = useSave()
  const [name, setName] = useState(config.display_name)
  const [fields, setFields] = useState<WidgetForm>(() => formOf(config.surfaces))
  const [samples, setSamples] = useState<Readonly<Record<string, string>>>({})
  const [done, setDone] = useState('Saved.')
  const published = config.status === 'published'

  function run(text: string, next?: 'publish' | 'unpublish') {
    setDone(text)
    void saving
      .run(async () => {
        await client.api.patch(path, { display_name: name.trim(), surfaces: surfacesOf(fields, config.surfaces) })
        if (next) await client.api.post(`${path}/${next}`)
      })
      .then((succeeded) => succeeded && onSaved())
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    run(published ? 'Saved. Players see the change at once.' : 'Saved as a draft.')
  }

  return (
    <WithPreview
      preview={
        <>
          <WidgetPreview application={application} name={name} form={fields} samples={samples} />
          <Samples form={fields} samples={samples} onChange={setSamples} />
        </>
      }
    >
      <Section title={`Edit ${config.display_name}`} description={published ? 'Published' : 'Draft'}>
        <form className={form.form} onSubmit={submit}>
          <datalist id={STATISTICS_LIST}>
            {STATISTICS.map((key) => (
              <option key={key} value={key} />
            ))}
          </datalist>
          <TextField
            label="Name"
            value={name}
            required
            maxLength={100}
            onChange={({ target }) => setName(target.value)}
            error={saving.errorOf('display_name')}
          />
          {SURFACE_FORMS.map(({ name, title, hint, slots }) => (
            <fieldset key={name} className={form.group}>
              <legend className={form.legend}>{title}</legend>
              <p className={styles.hint}>{hint}</p>
              <div className={styles.slots}>
                {slots.map((slot) => (
                  <SlotFields
                    key={slotKey(name, slot)}
                    slot={slot}
                    value={fields[slotKey(name, slot)]}
                    error={slotFault(saving, name, slot)}
                    onChange={(value) => setFields({ ...fields, [slotKey(name, slot)]: value })}
                  />
                ))}
              </div>
            </fieldset>
          ))}
          <div className={form.inline}>
            <Button type="submit" look="primary" busy={saving.busy}>
              Save
            </Button>
            {published ? (
              <Button busy={saving.busy} onClick={() => run('Saved, and no longer visible to players.', 'unpublish')}>
                Unpublish
              </Button>
            ) : (
              <Button
                busy={saving.busy}
                onClick={() => run('Published. Players can add it to their profile.', 'publish')}
              >
                Publish
              </Button>
            )}
          </div>
          {saving.saved && <StatusText>{done}</StatusText>}
          {saving.error && (
            <ErrorText>{faulty(saving) ? 'Some fields cannot be saved. See above.' : saving.error}</ErrorText>
          )}
        </form>
      </Section>
    </WithPreview>
  )
}

function slotFault({ errorOf }: Saving, surface: string, { component, field }: Slot): string | undefined {
  return errorOf('surfaces', surface, 'components', component, 'fields', field)
}

const faulty = (saving: Saving) =>
  SURFACE_FORMS.some(({ name, slots }) => slots.some((slot) => slotFault(saving, name, slot)))

/** Sample statistics of the preview. */
function Samples(props: {
  form: WidgetForm
  samples: Readonly<Record<string, string>>
  onChange: (samples: Readonly<Record<string, string>>) => void
}) {
  const { form: fields, samples, onChange } = props
  const statistics = statisticsOf(fields)
  if (statistics.length === 0) return null
  return (
    <fieldset className={form.group}>
      <legend className={form.legend}>Sample statistics</legend>
      {statistics.map(({ key, kind }) => (
        <TextField
          key={key}
          label={kind === 'duration' ? `${key} (milliseconds)` : key}
          value={samples[key] ?? sampleOf(key, kind)}
          onChange={({ target }) => onChange({ ...samples, [key]: target.value })}
        />
      ))}
      <p className={styles.hint}>An empty one shows the fallback.</p>
    </fieldset>
  )
}
