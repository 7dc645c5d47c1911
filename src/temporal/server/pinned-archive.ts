import { cliVersion } from './server-version.ts';

/** One archive that was published, and what it must hash to. */
export interface PinnedArchive {
  readonly url: string;
  readonly sha256: string;
}

/** SHA-256 of the published archives of this version, by system; what isn't here isn't downloaded, but built. */
const sha256Of: Readonly<Record<string, string>> = {
  linux_amd64: 'ddc95e08b0b076efd4ea9733a3f488eb7d2be875f8834e616cd2a37358b4852d',
  linux_arm64: 'bd1b0db9f18b051026de8bf6cc1505f2510f14bbb7a8b9a4a91fff46c77454f5',
  darwin_amd64: 'bbb73e2a31135abe50a1f1cdb35030c42961df618e8ce9c60ae89f201540c5d9',
  darwin_arm64: 'cca01b7ea35ad56e2a328d9ae596bf716bd22313ef63c7a761c88354457c2415',
};

/**
 * Gives back the archive of Temporal's command line for a system, or undefined where no checksum of it is pinned.
 * @param platform as Node names it, such as `linux`
 * @param arch as Node names it, such as `x64`
 */
export function pinnedArchive(platform: string, arch: string): PinnedArchive | undefined {
  const system = `${platform}_${arch === 'x64' ? 'amd64' : arch}`;
  const sha256 = Object.hasOwn(sha256Of, system) ? sha256Of[system] : undefined;
  if (sha256 === undefined) return undefined;
  const release = `https://github.com/temporalio/cli/releases/download/v${cliVersion}`;
  return { url: `${release}/temporal_cli_${cliVersion}_${system}.tar.gz`, sha256 };
}
