import { createRequire } from 'node:module';
import type Protobuf from 'protobufjs';

/** The SDK's package of messages, and the protobufjs that reads it. */
export interface MessagePackage {
  readonly protobuf: typeof Protobuf & CodeWriters;
  readonly root: Protobuf.Root;
}

/** What protobufjs writes functions with; it is exported, and not declared. Their text is that of the function. */
interface CodeWriters {
  readonly encoder: (type: Protobuf.Type) => object;
  readonly decoder: (type: Protobuf.Type) => object;
  readonly converter: { readonly fromObject: (type: Protobuf.Type) => object };
}

/**
 * Loads both, each as the SDK's package itself finds it.
 * @param root folder with `node_modules`
 */
export function loadMessagePackage(root: string): MessagePackage {
  const path = createRequire(`${root}/package.json`).resolve('@temporalio/proto');
  const ofPackage = createRequire(path);
  return {
    protobuf: ofPackage('protobufjs/light') as MessagePackage['protobuf'],
    root: ofPackage('./json-module.js') as Protobuf.Root,
  };
}
