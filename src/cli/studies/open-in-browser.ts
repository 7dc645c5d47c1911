import { spawn } from 'node:child_process';

/** Shows a file in the program that this desktop shows such files in. @returns whether there is such a program */
export function openInBrowser(path: string, platform: NodeJS.Platform): Promise<boolean> {
  const opener = platform === 'darwin' ? 'open' : 'xdg-open';
  return new Promise((resolve) => {
    const child = spawn(opener, [path], { detached: true, stdio: 'ignore' });
    child.on('error', () => resolve(false));
    child.on('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
