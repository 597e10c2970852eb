import { useSyncExternalStore } from 'react'
import { currentLanguage, type Language, onLanguage } from './language.ts'

/** Returns the language of the app, and renders again when it changes. */
export function useLanguage(): Language {
  return useSyncExternalStore(onLanguage, currentLanguage)
}
