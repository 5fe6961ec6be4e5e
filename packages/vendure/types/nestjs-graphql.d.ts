/** The part of `@nestjs/graphql` that the sources use. */
export declare function Args(): ParameterDecorator
export declare function Mutation(): MethodDecorator
export declare function Resolver(): ClassDecorator
