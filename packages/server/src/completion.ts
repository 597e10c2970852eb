import type { Options } from './option-reader.ts'

/** A command as its completion needs it. */
export interface CompletedCommand {
  readonly name: string
  readonly help: string
  /** Words that may follow the name. */
  readonly words: readonly string[]
  readonly options: Options<unknown>
}

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** Returns the completion of all commands as a script of a shell. */
export function completionScript(shell: Shell, commands: readonly CompletedCommand[]): string {
  return { bash: bashScript, zsh: zshScript, fish: fishScript }[shell](commands)
}

type Kind = 'switch' | 'path' | 'words' | 'text'

/** Completion of the value of an option. The placeholder of the help decides, or the values that are listed. */
function valueFacts({ value, values }: Options<unknown>[string]): { kind: Kind; words: readonly string[] } {
  if (value === null) return { kind: 'switch', words: [] }
  if (values) return { kind: 'words', words: values }
  if (value.includes('|')) return { kind: 'words', words: value.split('|') }
  return { kind: value === 'FILE' || value === 'DIR' ? 'path' : 'text', words: [] }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** Without candidates bash completes paths, so that options with paths need no case. */
function bashScript(commands: readonly CompletedCommand[]): string {
  const values = commands.flatMap(({ name, options }) =>
    Object.entries(options).flatMap(([option, facts]) => {
      const { kind, words } = valueFacts(facts)
      if (kind === 'switch') return []
      return [`    ${quoted(`${name} --${option}`)}) words=${quoted(words.join(' '))} ;;`]
    }),
  )
  const names = commands.map(({ name, words, options }) => {
    const all = [...words, ...Object.keys(options).map((option) => `--${option}`), '--help']
    return `      ${name}) words=${quoted(all.join(' '))} ;;`
  })
  return `# bash completion of guildhall: source <(guildhall completion bash)
_guildhall() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} name=\${COMP_WORDS[1]} words='' index
  for ((index = 1; index < COMP_CWORD; index += 1)); do
    if [[ \${COMP_WORDS[index]} == -- ]]; then
      [[ $previous == -- ]] && COMPREPLY=($(compgen -c -- "$current"))
      return
    fi
  done
  ((COMP_CWORD == 1)) && name=''
  case "$name $previous" in
${values.join('\n')}
    *) case "$name" in
      '') words=${quoted([...commands.map(({ name }) => name), 'help', '--version'].join(' '))} ;;
${names.join('\n')}
      esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _guildhall guildhall
`
}

/** In specifications of zsh, brackets and colons separate parts. */
function zshText(text: string): string {
  return text.replaceAll(/[[\]:\\]/g, String.raw`\$&`)
}

function zshScript(commands: readonly CompletedCommand[]): string {
  const described = commands.map(({ name, help }) => `    ${quoted(`${name}:${zshText(help)}`)}`)
  const cases = commands.map(({ name, words, options }) => {
    const specs = Object.entries(options).map(([option, facts]) => {
      const { kind, words: values } = valueFacts(facts)
      const action = kind === 'path' ? '_files' : kind === 'words' ? `(${values.join(' ')})` : ' '
      const value = kind === 'switch' ? '' : `:${zshText(facts.value ?? '')}:${action}`
      return quoted(`--${option}[${zshText(facts.help)}]${value}`)
    })
    const rest =
      name === 'run' ? ["'*:: :_normal'"] : words.length > 0 ? [quoted(`1: :(${words.join(' ')})`), "'*: :_files'"] : []
    return `    ${name}) _arguments ${[...specs, ...rest].join(' \\\n      ')} ;;`
  })
  return `#compdef guildhall
# zsh completion of guildhall: source <(guildhall completion zsh)
_guildhall() {
  local -a commands=(
${described.join('\n')}
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local name=$words[2]
  shift words
  ((CURRENT -= 1))
  case $name in
${cases.join('\n')}
  esac
}
compdef _guildhall guildhall
`
}

function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = commands.flatMap(({ name, help, words, options }) => {
    const of = `complete -c guildhall -n '__fish_seen_subcommand_from ${name}'`
    const rows = Object.entries(options).map(([option, facts]) => {
      const { kind, words: values } = valueFacts(facts)
      const value = { switch: '', path: ' -r -F', text: ' -x', words: ` -x -a ${quoted(values.join(' '))}` }[kind]
      return `${of} -l ${option}${value} -d ${quoted(facts.help)}`
    })
    return [
      `complete -c guildhall -n __fish_use_subcommand -f -a ${name} -d ${quoted(help)}`,
      ...(words.length === 0 ? [] : [`${of} -a ${quoted(words.join(' '))}`]),
      ...rows,
    ]
  })
  return `# fish completion of guildhall: guildhall completion fish | source\n${lines.join('\n')}\n`
}
