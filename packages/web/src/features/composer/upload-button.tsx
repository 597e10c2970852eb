import { Paperclip } from 'lucide-react'
import { useRef } from 'react'
import { useShortcut } from '../../domain/shortcuts/shortcuts.ts'
import { t } from '../../lib/language/text.ts'
import { IconButton } from '../../ui/button.tsx'

/** A button that chooses files from the device. */
export function UploadButton({ onFiles }: { onFiles: (files: Iterable<File>) => void }) {
  const input = useRef<HTMLInputElement>(null)
  useShortcut('upload', () => input.current?.click())
  return (
    <>
      <IconButton label={t('Upload a file')} onClick={() => input.current?.click()}>
        <Paperclip size={20} aria-hidden />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}
