// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

/// A token for callers that work with both shells: its functions return nothing.
interface IToken {
    function transfer(address to, uint256 value) external;
    function transferFrom(address from, address to, uint256 value) external;
}
