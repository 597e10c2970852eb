import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import { overrideFault, overrideOf, overrides, setOverride } from '../../domain/activities/overrides.ts'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { StatusText, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'

/** Sets the address that this browser shows in place of an activity's page. Nothing is sent to the server. */
export function OverrideForm({ applicationId }: { applicationId: string }) {
  const stored = useStore(overrides, (all) => overrideOf(all, applicationId) ?? '')
  const [address, setAddress] = useState(stored)
  const [fault, setFault] = useState<string | undefined>()
  const [saved, setSaved] = useState(false)

  function save(event: FormEvent) {
    event.preventDefault()
    const next = address.trim()
    const refused = next === '' ? null : overrideFault(next)
    setFault(refused ?? undefined)
    setSaved(refused === null)
    if (refused === null) setOverride(applicationId, next === '' ? null : next)
  }

  return (
    <form className={form.form} onSubmit={save}>
      <TextField
        label={t('Address on this computer')}
        value={address}
        onChange={({ target }) => {
          setAddress(target.value)
          setSaved(false)
        }}
        placeholder="http://localhost:5173"
        hint={t('Leave it empty to use the URL mappings again.')}
        error={fault}
      />
      {saved && <StatusText>{t('Saved in this browser')}</StatusText>}
      <div>
        <Button type="submit" look="primary">
          {t('Save local page')}
        </Button>
      </div>
    </form>
  )
}
