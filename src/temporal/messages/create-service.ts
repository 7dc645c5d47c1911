import type Protobuf from 'protobufjs';
import type { CompiledType } from './compiled-type.ts';

type RpcMethod = (request: object, callback?: unknown) => unknown;

interface RpcService {
  readonly rpcCall: (...given: readonly unknown[]) => unknown;
}

/** A gRPC service as protobufjs has it; the messages of a method are made when it is first called. */
export function createService(
  protobuf: typeof Protobuf,
  name: string,
  methods: Readonly<Record<string, readonly [request: string, answer: string]>>,
  find: (place: string) => CompiledType,
): object {
  return {
    name,
    create: (...given: ConstructorParameters<typeof Protobuf.rpc.Service>) => {
      const service = new protobuf.rpc.Service(...given) as object as RpcService &
        Record<string, RpcMethod>;
      for (const [methodName, [request, answer]] of Object.entries(methods)) {
        service[protobuf.util.lcFirst(methodName)] = function (this: RpcService, ...call) {
          const method = { name: methodName };
          return service.rpcCall.call(this, method, find(request).ctor, find(answer).ctor, ...call);
        };
      }
      return service;
    },
  };
}
