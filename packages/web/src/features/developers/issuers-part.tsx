import type { BodyOf } from '@guildhall/client'
import { APPLICATION_URL_MAX, EXTERNAL_AUTH_TYPES, ISSUER_CLIENT_ID_MAX, ISSUER_TOKEN_MAX } from '@guildhall/protocol'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClient } from '../../gateway/react.tsx'
import { type Message, msg, t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { trimmed } from '../../ui/changes.ts'
import { Dialog, DialogActions, DialogButtons } from '../../ui/dialog.tsx'
import { ErrorText, SelectField, StatusText, TextArea, TextField } from '../../ui/field.tsx'
import form from '../../ui/form.module.css'
import { Row, Rows, Section } from '../../ui/sections.tsx'
import { useChanges } from '../../ui/use-changes.ts'
import { useSave } from '../../ui/use-save.ts'
import type { SectionProps } from './section-props.ts'

interface Issuer {
  readonly type: string
  readonly issuer: string
  readonly client_id: string
}

/** Kinds of tokens in words. Every one but OIDC is an id token of that service. */
const TYPE_NAMES: Readonly<Record<string, Message>> = {
  OIDC: msg('OpenID Connect'),
  STEAM_SESSION_TICKET: msg('Steam'),
  EPIC_ONLINE_SERVICES_ACCESS_TOKEN: msg('Epic Online Services (access token)'),
  EPIC_ONLINE_SERVICES_ID_TOKEN: msg('Epic Online Services (id token)'),
  UNITY_SERVICES_ID_TOKEN: msg('Unity Services'),
  APPLE_ID_TOKEN: msg('Apple'),
  PLAYSTATION_NETWORK_ID_TOKEN: msg('PlayStation Network'),
}
function typeName(type: string): string {
  const name = TYPE_NAMES[type]
  return name ? t(name) : type
}

const TYPES = EXTERNAL_AUTH_TYPES.filter((type) => type in TYPE_NAMES)
const NEW_ISSUER: Issuer = { type: TYPES[0] ?? '', issuer: '', client_id: '' }

type Issuers = BodyOf<'replace_application_issuers'>['issuers']

/** Issuers of the tokens by which players sign in: added, changed, removed, and tried with a token. */
export function IssuersPart({ application }: SectionProps) {
  const client = useClient()
  const removing = useSave()
  const [editing, setEditing] = useState<number | 'new' | null>(null)
  const [testing, setTesting] = useState<Issuer | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: ['external-auth', application.id],
    queryFn: () => client.api.call('list_application_issuers', { params: { application_id: application.id } }),
    staleTime: 0,
  })
  const issuers = data?.issuers ?? []
  const replace = (next: readonly Issuer[]) =>
    client.api
      .call('replace_application_issuers', {
        params: { application_id: application.id },
        body: { issuers: next as Issuers },
      })
      .then(() => refetch())

  return (
    <Section
      title={t('Sign-in of players')}
      description={t(
        'Services that prove who a player is. Their tokens must be signed, name the issuer and be made for the client ID.',
      )}
    >
      {error && <ErrorText>{messageOf(error)}</ErrorText>}
      {data && issuers.length === 0 && (
        <p>
          {t('No issuer yet. Without one only the server of the game signs players in, with the token of its bot.')}
        </p>
      )}
      {issuers.length > 0 && (
        <Rows>
          {issuers.map((one, index) => (
            <Row
              key={`${one.type} ${one.issuer} ${one.client_id}`}
              title={one.issuer}
              detail={t('{kind}, client ID {client_id}', {
                kind: typeName(one.type),
                client_id: one.client_id,
              })}
            >
              <Button
                size="small"
                aria-label={t('Test a token of {issuer}', { issuer: one.issuer })}
                onClick={() => setTesting(one)}
              >
                {t('Test a token')}
              </Button>
              <Button
                size="small"
                aria-label={t('Edit {issuer}', { issuer: one.issuer })}
                onClick={() => setEditing(index)}
              >
                {t('Edit')}
              </Button>
              <Button
                size="small"
                aria-label={t('Remove {issuer}', { issuer: one.issuer })}
                disabled={removing.busy}
                onClick={() => void removing.run(() => replace(issuers.filter((other) => other !== one)))}
              >
                {t('Remove')}
              </Button>
            </Row>
          ))}
        </Rows>
      )}
      {removing.saved && <StatusText>{t('Removed.')}</StatusText>}
      {removing.error && <ErrorText>{removing.error}</ErrorText>}
      <div>
        <Button disabled={!data} onClick={() => setEditing('new')}>
          {t('Add issuer')}
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
      {testing && <TestDialog applicationId={application.id} issuer={testing} onClose={() => setTesting(null)} />}
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

  const changes = useChanges<Issuer>(before ?? NEW_ISSUER, { isNew: before === undefined })
  const submit = changes.onSubmit(
    saving,
    () => onSave([...issuers.slice(0, index), trimmed(changes.values), ...issuers.slice(index + 1)]),
    onClose,
  )

  return (
    <Dialog title={before ? t('Edit issuer') : t('Add issuer')} onClose={onClose} width="medium" holdsText>
      <form className={form.form} onSubmit={submit}>
        <SelectField label={t('Kind of token')} {...changes.text('type')} error={faultOf('type')}>
          {TYPES.map((type) => (
            <option key={type} value={type}>
              {typeName(type)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t('Issuer')}
          {...changes.text('issuer')}
          required
          maxLength={APPLICATION_URL_MAX}
          placeholder="https://id.example.com"
          hint={t(
            'Exactly as in the iss of the tokens. Its keys are read from /.well-known/openid-configuration below it.',
          )}
          error={faultOf('issuer')}
        />
        <TextField
          label={t('Client ID at the issuer')}
          {...changes.text('client_id')}
          required
          maxLength={ISSUER_CLIENT_ID_MAX}
          hint={t('It must be in the aud of the tokens.')}
          error={faultOf('client_id')}
        />
        {saving.error && !faultOf('type') && !faultOf('issuer') && !faultOf('client_id') && (
          <ErrorText>{saving.error}</ErrorText>
        )}
        <DialogButtons action={t('Save')} busy={saving.busy} onCancel={onClose} changes={changes} />
      </form>
    </Dialog>
  )
}

interface Proof {
  readonly provider_type: string
  readonly provider_issued_user_id: string
  readonly name: string | null
}

function TestDialog(props: { applicationId: string; issuer: Issuer; onClose: () => void }) {
  const { applicationId, issuer, onClose } = props
  const client = useClient()
  const saving = useSave()
  const [proof, setProof] = useState<Proof | null>(null)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const token = String(new FormData(event.currentTarget).get('token')).trim()
    setProof(null)
    void saving.run(async () => {
      const body = { external_auth_type: issuer.type as Issuers[number]['type'], external_auth_token: token }
      setProof(await client.api.call('check_external_token', { params: { application_id: applicationId }, body }))
    })
  }

  return (
    <Dialog
      title={t('Test a token')}
      description={t('The token is checked as at a sign-in, but nobody is signed in and nothing is kept.')}
      onClose={onClose}
      width="medium"
      holdsText
    >
      <form className={form.form} onSubmit={submit}>
        <TextArea
          label={t('Token of a player')}
          name="token"
          required
          rows={5}
          autoFocus
          spellCheck={false}
          maxLength={ISSUER_TOKEN_MAX}
          error={saving.error ?? undefined}
        />
        {proof && (
          <StatusText>
            {proof.name
              ? t('Accepted. The player is {id}, named {name}.', {
                  id: proof.provider_issued_user_id,
                  name: proof.name,
                })
              : t('Accepted. The player is {id}, without a name.', { id: proof.provider_issued_user_id })}
          </StatusText>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button type="submit" look="primary" busy={saving.busy}>
            {t('Test')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
