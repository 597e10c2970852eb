import { useState } from 'react'
import { useStore } from 'zustand'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import type { VoiceCall } from './call/voice-call.ts'
import { grouped } from './grouped.ts'
import { useName } from './use-name.ts'

/** The privacy code of an encrypted call, and the way to verify its members. */
export function PrivacyDialog({ call, onClose }: { call: VoiceCall; onClose: () => void }) {
  const { privacyCode, users } = useStore(call.store)
  const selfId = useClientState(({ self }) => self?.id)
  const [verifying, setVerifying] = useState<string | null>(null)
  return (
    <Dialog
      title={t('Privacy code')}
      onClose={onClose}
      description={t('Everyone in the call sees the same digits if nobody listens in between.')}
    >
      <p>
        <code>{grouped(privacyCode)}</code>
      </p>
      <DialogActions>
        {users
          .filter((user) => user !== selfId)
          .map((userId) => (
            <VerifyButton key={userId} userId={userId} onPress={() => setVerifying(userId)} />
          ))}
      </DialogActions>
      {verifying && <VerifyDialog call={call} userId={verifying} onClose={() => setVerifying(null)} />}
    </Dialog>
  )
}

function VerifyButton({ userId, onPress }: { userId: string; onPress: () => void }) {
  const name = useName(userId)
  return <Button onClick={onPress}>{t('Verify {name}', { name })}</Button>
}

/** The code of 45 digits that the person and one member see alike. */
function VerifyDialog({ call, userId, onClose }: { call: VoiceCall; userId: string; onClose: () => void }) {
  const name = useName(userId)
  const code = useStore(call.store, ({ verifications }) => verifications.get(userId))
  const [asked, setAsked] = useState(false)
  if (!asked) {
    setAsked(true)
    call.verify(userId)
  }
  return (
    <Dialog
      title={t('Verify {name}', { name })}
      onClose={onClose}
      description={t('Compare these digits with {name} by another way, such as face to face.', { name })}
    >
      <p aria-live="polite">{code === undefined ? t('Loading…') : <code>{grouped(code)}</code>}</p>
    </Dialog>
  )
}
