import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { showNotice } from '../../ui/notice.ts'

/** A button that copies a text, which may have to be asked for first. */
export function CopyButton({ label, text }: { label: string; text: () => string | Promise<string> }) {
  const [copied, setCopied] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(await text())
      setCopied(true)
    } catch (error) {
      showNotice(messageOf(error))
    }
  }
  const Icon = copied ? Check : Copy
  return (
    <>
      <Button size="small" look="quiet" onClick={() => void copy()} onBlur={() => setCopied(false)}>
        <Icon size={16} aria-hidden />
        {label}
      </Button>
      <span className="visually-hidden" role="status">
        {copied ? t('Copied') : ''}
      </span>
    </>
  )
}
