import { useState } from 'react'
import { encode } from 'uqr'
import { useClient, useClientState } from '../../../gateway/react.tsx'
import { t } from '../../../lib/language/text.ts'
import { addAccount } from '../../../session/accounts.ts'
import { CopyField } from '../../../ui/copy-field.tsx'
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx'
import { ErrorText, TextField } from '../../../ui/field.tsx'
import form from '../../../ui/form.module.css'
import { useChanges } from '../../../ui/use-changes.ts'
import { useSave } from '../../../ui/use-save.ts'
import { useMySignIn } from '../use-my-sign-in.ts'
import { showCodes } from './new-codes.ts'
import styles from './second-factors.module.css'

const SECRET_CHARACTERS = 32
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns a secret of 160 bits in base32, as RFC 4226 asks for. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_CHARACTERS))
  return Array.from(bytes, (byte) => BASE32[byte % BASE32.length]).join('')
}

/** The dialog in which an authenticator app becomes the person's second factor. */
export function AuthenticatorApp({ onClose }: { onClose: () => void }) {
  const client = useClient()
  const username = useClientState(({ self }) => self?.username ?? '')
  const [secret] = useState(newSecret)
  const changes = useChanges({ password: '', code: '' }, { isNew: true })
  const saving = useSave()
  const hasPassword = useMySignIn()?.password ?? true

  async function enable() {
    const { password, code } = changes.values
    const body = { secret, code, ...(hasPassword ? { password } : {}) }
    const { token, backup_codes } = await client.api.call('enable_totp', { body })
    onClose()
    showCodes(backup_codes)
    addAccount({ ...client.account, token })
  }

  return (
    <Dialog
      title={t('Authenticator app')}
      description={t('Scan the picture with your app, or type the secret into it. Then enter the code that it shows.')}
      onClose={onClose}
      holdsText
    >
      <form className={form.form} onSubmit={changes.onSubmit(saving, enable)}>
        <CodePicture text={addressOf(username, secret)} />
        <CopyField label={t('Secret')} value={secret} />
        {hasPassword && (
          <TextField
            label={t('Password')}
            type="password"
            autoComplete="current-password"
            required
            error={saving.errorOf('password')}
            {...changes.text('password')}
          />
        )}
        <TextField
          label={t('Code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          {...changes.text('code')}
        />
        {saving.error && <ErrorText>{saving.error}</ErrorText>}
        <DialogButtons action={t('Turn on')} busy={saving.busy} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

/** Returns the address by which apps take a secret. */
function addressOf(username: string, secret: string): string {
  const issuer = location.host
  return `otpauth://totp/${encodeURIComponent(`${issuer}:${username}`)}?${new URLSearchParams({ secret, issuer })}`
}

/** A QR code, dark on light in every theme: scanners need it so. */
function CodePicture({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={t('Picture of the code')}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
