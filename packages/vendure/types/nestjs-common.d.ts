/** The part of `@nestjs/common` that the sources use. */
export declare function Inject(token: unknown): ParameterDecorator
