import { USERNAME_MAX } from '@guildhall/protocol'
import { type FormEvent, useState } from 'react'
import { t } from '../../../lib/language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyField } from '../../../ui/copy-field.tsx'
import { ErrorText, SelectField, TextField } from '../../../ui/field.tsx'
import form from '../../../ui/form.module.css'
import { useControl } from '../control-context.ts'
import { useNames } from '../names.ts'
import { visible } from '../record-words.ts'
import styles from './panels.module.css'
import { useAction } from './use-action.ts'

/** New people, and tokens of anyone. A token is shown once and kept nowhere. */
export function PeoplePanel() {
  return (
    <>
      <NewPerson />
      <NewToken />
    </>
  )
}

/** A token that was just made. */
interface Made {
  readonly label: string
  readonly token: string
}

function NewPerson() {
  const control = useControl()
  const action = useAction()
  const [made, setMade] = useState<Made | null>(null)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const box = event.currentTarget
    const values = new FormData(box)
    const username = String(values.get('username')).trim()
    const global_name = String(values.get('global_name')).trim() || null
    const done = await action.run(async () => {
      const { token } = await control.addPerson({ username, global_name })
      setMade({ label: t('Token of {name}', { name: username }), token })
    })
    if (done) box.reset()
  }
  return (
    <section className={styles.part} aria-label={t('New person')}>
      <h3>{t('New person')}</h3>
      <form className={form.form} onSubmit={(event) => void submit(event)}>
        <TextField
          label={t('Username')}
          name="username"
          required
          minLength={2}
          maxLength={USERNAME_MAX}
          autoComplete="off"
          spellCheck={false}
          error={action.errorOf('username')}
        />
        <TextField
          label={t('Display name')}
          name="global_name"
          maxLength={USERNAME_MAX}
          autoComplete="off"
          hint={t('Optional')}
        />
        <div>
          <Button type="submit" busy={action.busy}>
            {t('Add person')}
          </Button>
        </div>
        {action.error && !action.errorOf('username') && <ErrorText>{action.error}</ErrorText>}
      </form>
      <MadeToken made={made} onDone={() => setMade(null)} />
    </section>
  )
}

function NewToken() {
  const control = useControl()
  const action = useAction()
  const names = useNames()
  const [made, setMade] = useState<Made | null>(null)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    const whose = String(values.get('whose'))
    const id = String(values.get('id')).trim()
    const request =
      whose !== ''
        ? { application_id: whose }
        : /^\d{15,20}$/.test(id)
          ? { user_id: id }
          : { username: id.toLowerCase() }
    const name = whose === '' ? id : visible(names.applications.get(whose) ?? whose)
    const label = t('Token of {name}', { name })
    await action.run(async () => {
      const { token } = await control.issueToken(request)
      setMade({ label, token })
    })
  }
  return (
    <section className={styles.part} aria-label={t('Token for anyone')}>
      <h3>{t('Token for anyone')}</h3>
      <p className={styles.hint}>{t('One more token. Others stay valid.')}</p>
      <NewTokenForm names={names.applications} busy={action.busy} onSubmit={(event) => void submit(event)} />
      {action.error && <ErrorText>{action.error}</ErrorText>}
      <MadeToken made={made} onDone={() => setMade(null)} />
    </section>
  )
}

function NewTokenForm(props: {
  names: ReadonlyMap<string, string>
  busy: boolean
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}) {
  const [whose, setWhose] = useState('')
  return (
    <form className={form.form} onSubmit={props.onSubmit}>
      <SelectField label={t('token|Of')} name="whose" value={whose} onChange={({ target }) => setWhose(target.value)}>
        <option value="">{t('A person')}</option>
        {[...props.names].map(([id, name]) => (
          <option key={id} value={id}>
            {t('The bot of {name}', { name: visible(name) })}
          </option>
        ))}
      </SelectField>
      {whose === '' && (
        <TextField
          label={t('Username or id')}
          name="id"
          required
          maxLength={USERNAME_MAX}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <div>
        <Button type="submit" busy={props.busy}>
          {t('Make a token')}
        </Button>
      </div>
    </form>
  )
}

function MadeToken({ made, onDone }: { made: Made | null; onDone: () => void }) {
  if (!made) return null
  return (
    <div className={styles.made}>
      <CopyField label={made.label} value={made.token} hint={t('It is shown once. Keep it secret.')} />
      <div>
        <Button size="small" look="quiet" onClick={onDone}>
          {t('Hide')}
        </Button>
      </div>
    </div>
  )
}
