import type { Command } from './command.js'

/** The command that makes scripts for shells. */
export const COMPLETION_COMMANDS: readonly Command[] = [
  {
    name: 'completion',
    does: 'prints the completion script of a shell',
    operands: ['shell'],
    options: [],
    notes: [
      'bash: merchantpay completion bash > ~/.local/share/bash-completion/completions/merchantpay',
      'zsh: merchantpay completion zsh > _merchantpay, in a folder of fpath',
      'fish: merchantpay completion fish > ~/.config/fish/completions/merchantpay.fish',
    ],
    load: () => import('../commands/completion.js'),
  },
]
