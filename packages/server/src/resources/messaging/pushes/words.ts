/** Texts of notifications about messages without text. */
export interface PushWords {
  readonly call: string
  readonly file: string
  readonly sticker: string
  readonly message: string
}

const WORDS: Readonly<Record<'en' | 'de' | 'ar', PushWords>> = {
  en: { call: 'Incoming call', file: 'Sent a file', sticker: 'Sent a sticker', message: 'New message' },
  de: {
    call: 'Eingehender Anruf',
    file: 'Hat eine Datei gesendet',
    sticker: 'Hat einen Sticker gesendet',
    message: 'Neue Nachricht',
  },
  ar: { call: 'مكالمة واردة', file: 'أرسل ملفًا', sticker: 'أرسل ملصقًا', message: 'رسالة جديدة' },
}

/** Returns the texts in the language of a person; English for a language that the web app does not have. */
export function wordsIn(locale: string | null): PushWords {
  const [language] = (locale ?? 'en').split('-')
  return language === 'de' || language === 'ar' ? WORDS[language] : WORDS.en
}
