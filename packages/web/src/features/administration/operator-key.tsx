import { useState } from 'react'
import { useClient } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { Section } from '../../ui/sections.tsx'
import { useSave } from '../../ui/use-save.ts'

/** The operator's key, which scripts use. Owners replace it. */
export function OperatorKey() {
  const { api } = useClient()
  const saving = useSave()
  const [isAsked, setAsked] = useState(false)
  const [key, setKey] = useState<string | null>(null)
  const replace = () => saving.run(async () => setKey((await api.call('replace_operator_key')).key))
  return (
    <Section
      title={t("Operator's key")}
      description={t('Scripts act with it as an owner does. A new key ends the former one at once.')}
    >
      <div>
        <Button look="danger" busy={saving.busy} onClick={() => setAsked(true)}>
          {t('Replace key')}
        </Button>
      </div>
      {key !== null && <CopyField label={t('New key, shown once')} value={key} />}
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      {isAsked && (
        <ConfirmDialog
          title={t("Operator's key")}
          description={t('Scripts with the former key stop working.')}
          action={t('Replace key')}
          danger
          busy={saving.busy}
          onConfirm={() => {
            setAsked(false)
            void replace()
          }}
          onClose={() => setAsked(false)}
        />
      )}
    </Section>
  )
}
