import { EXTERNAL_AUTH_TYPES } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, SelectField, StatusText, TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'
import type { SectionProps } from './section-props.ts'

interface Issuer {
  readonly type: string
  readonly issuer: string
  readonly client_id: string
}

/** Kinds of tokens in words. Every one but OIDC is an id token of that service. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  OIDC: 'OpenID Connect',
  STEAM_SESSION_TICKET: 'Steam',
  EPIC_ONLINE_SERVICES_ACCESS_TOKEN: 'Epic Online Services (access token)',
  EPIC_ONLINE_SERVICES_ID_TOKEN: 'Epic Online Services (id token)',
  UNITY_SERVICES_ID_TOKEN: 'Unity Services',
  APPLE_ID_TOKEN: 'Apple',
  PLAYSTATION_NETWORK_ID_TOKEN: 'PlayStation Network',
}
const TYPES = EXTERNAL_AUTH_TYPES.filter((type) => type in TYPE_NAMES)

/** Issuers of the tokens by which players sign in: added, changed, removed, and tried with a token. */
export function IssuersPart({ application }: SectionProps) {
  const client = useClient()
  const removing = useSave()
  const [editing, setEditing] = useState<number | 'new' | null>(null)
  const [testing, setTesting] = useState<Issuer | null>(null)
  const path = `/applications/${application.id}/external-auth`
  const { data, error, refetch } = useQuery({
    queryKey: ['external-auth', application.id],
    queryFn: () => client.api.get<{ issuers: readonly Issuer[] }>(path),
    staleTime: 0,
  })
  const issuers = data?.issuers ?? []
  const replace = (next: readonly Issuer[]) => client.api.put(path, { issuers: next }).then(() => refetch())

  return (
    <Section
      title="Sign-in of players"
      description="Services that prove who a player is. Their tokens must be signed, name the issuer and be made for the client ID."
    >
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data && issuers.length === 0 && (
        <p>No issuer yet. Without one only the server of the game signs players in, with the token of its bot.</p>
      )}
      {issuers.length > 0 && (
        <Rows>
          {issuers.map((one, index) => (
            <Row
              key={`${one.type} ${one.issuer} ${one.client_id}`}
              title={one.issuer}
              detail={`${TYPE_NAMES[one.type] ?? one.type}, client ID ${one.client_id}`}
            >
              <Button size="small" aria-label={`Test a token of ${one.issuer}`} onClick={() => setTesting(one)}>
                Test a token
              </Button>
              <Button size="small" aria-label={`Edit ${one.issuer}`} onClick={() => setEditing(index)}>
                Edit
              </Button>
              <Button
                size="small"
                aria-label={`Remove ${one.issuer}`}
                disabled={removing.busy}
                onClick={() => void removing.run(() => replace(issuers.filter((other) => other !== one)))}
              >
                Remove
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      {removing.saved && <StatusText>Removed.</StatusText>}
      {removing.error && <ErrorText>{removing.error}</ErrorText>}
      <div>
        <Button disabled={!data} onClick={() => setEditing('new')}>
          Add issuer
        </Button>
      </div>
      {editing !== null && (
        <IssuerDialog
          issuers={issuers}
          index={editing === 'new' ? issuers.length : editing}
          onSave={replace}
          onClose={() => setEditing(null)}
        />
      )}
      {testing && <TestDialog path={`${path}/check`} issuer={testing} onClose={() => setTesting(null)} />}
    </Section>
  )
}

function IssuerDialog(props: {
  issuers: readonly Issuer[]
  index: number
  onSave: (issuers: readonly Issuer[]) => Promise<unknown>
  onClose: () => void
}) {
  const { issuers, index, onSave, onClose } = props
  const saving = useSave()
  const before = issuers[index]
  const faultOf = (field: keyof Issuer) => saving.errorOf('issuers', String(index), field)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: keyof Issuer) => String(data.get(name)).trim()
    const one = { type: text('type'), issuer: text('issuer'), client_id: text('client_id') }
    void saving
      .run(() => onSave([...issuers.slice(0, index), one, ...issuers.slice(index + 1)]))
      .then((done) => done && onClose())
  }

  return (
    <Dialog title={before ? 'Edit issuer' : 'Add issuer'} onClose={onClose} width="medium" holdsText>
      <form className={form.form} onSubmit={submit}>
        <SelectField label="Kind of token" name="type" defaultValue={before?.type} error={faultOf('type')}>
          {TYPES.map((type) => (
            <option key={type} value={type}>
              {TYPE_NAMES[type]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Issuer"
          name="issuer"
          required
          maxLength={2048}
          defaultValue={before?.issuer ?? ''}
          placeholder="https://id.example.com"
          hint="Exactly as in the iss of the tokens. Its keys are read from /.well-known/openid-configuration below it."
          error={faultOf('issuer')}
        />
        <TextField
          label="Client ID at the issuer"
          name="client_id"
          required
          maxLength={1024}
          defaultValue={before?.client_id ?? ''}
          hint="It must be in the aud of the tokens."
          error={faultOf('client_id')}
        />
        {saving.error && !faultOf('type') && !faultOf('issuer') && !faultOf('client_id') && (
          <ErrorText>{saving.error}</ErrorText>
        )}
        <DialogButtons action="Save" busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

interface Proof {
  readonly provider_type: string
  readonly provider_issued_user_id: string
  readonly name: string | null
}

function TestDialog({ path, issuer, onClose }: { path: string; issuer: Issuer; onClose: () => void }) {
  const client = useClient()
  const saving = useSave()
  const [proof, setProof] = useState<Proof | null>(null)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const token = String(new FormData(event.currentTarget).get('token')).trim()
    setProof(null)
    void saving.run(async () => {
      setProof(await client.api.post<Proof>(path, { external_auth_type: issuer.type, external_auth_token: token }))
    })
  }

  return (
    <Dialog
      title="Test a token"
      description="The token is checked as at a sign-in, but nobody is signed in and nothing is kept."
      onClose={onClose}
      width="medium"
      holdsText
    >
      <form className={form.form} onSubmit={submit}>
        <TextArea
          label="Token of a player"
          name="token"
          required
          rows={5}
          autoFocus
          spellCheck={false}
          maxLength={10240}
          error={saving.error ?? undefined}
        />
        {proof && (
          <StatusText>
            Accepted. The player is {proof.provider_issued_user_id}
            {proof.name ? `, named ${proof.name}` : ', without a name'}.
          </StatusText>
        )}
        <DialogActions>
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" look="primary" busy={saving.busy}>
            Test
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
