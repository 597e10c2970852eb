import { REDIRECT_URI_MAX } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import { useEditApplication } from './queries.ts'
import type { SectionProps } from './section-props.ts'

/** Addresses to which people return after a decision. */
export function RedirectsPart({ application }: SectionProps) {
  const edit = useEditApplication(application.id)
  const adding = useSave()
  const removing = useSave()
  const [uri, setUri] = useState('')
  const uris = application.redirect_uris ?? []

  async function add(event: FormEvent) {
    event.preventDefault()
    const added = uri.trim()
    const next = uris.includes(added) ? uris : [...uris, added]
    if (await adding.run(() => edit({ redirect_uris: next }))) setUri('')
  }

  // An address that was stored by an older version may be refused too.
  const faultOf = (index: number) =>
    adding.errorOf('redirect_uris', String(index)) ?? removing.errorOf('redirect_uris', String(index))
  const added = faultOf(uris.length)

  return (
    <Section title={t('Redirects')} description={t('After a decision people return to one of these addresses only.')}>
      {uris.length === 0 && <p>{t('No address yet. Add the one at which your application takes the code.')}</p>}
      {uris.length > 0 && (
        <Rows>
          {uris.map((one, index) => (
            <Row key={one} title={one} detail={faultOf(index) && <ErrorText>{faultOf(index)}</ErrorText>}>
              <Button
                size="small"
                aria-label={t('Remove {name}', { name: one })}
                disabled={removing.busy}
                onClick={() => void removing.run(() => edit({ redirect_uris: uris.filter((other) => other !== one) }))}
              >
                {t('Remove')}
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      <form className={form.form} onSubmit={(event) => void add(event)}>
        <TextField
          label={t('Redirect URI')}
          value={uri}
          onChange={({ target }) => setUri(target.value)}
          required
          maxLength={REDIRECT_URI_MAX}
          placeholder="https://example.com/callback"
          error={added}
        />
        <SaveBar saving={adding} label={t('Add redirect')} />
      </form>
    </Section>
  )
}
